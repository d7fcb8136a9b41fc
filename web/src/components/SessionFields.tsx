import type { ComponentChildren } from 'preact';

import { PORT_FROM_WORDS, sessionFieldErrorWords } from '../i18n/sessionWords.ts';
import type { MessageId } from '../i18n/index.ts';
import type { SessionDraft, SessionField, SessionForm } from '../state/sessionForm.ts';
import { useI18n, useWorkspace } from './context.ts';

type Words = Exclude<Extract<MessageId, `start-${string}` | 'field-name' | 'session-host'>, 'start-env-remove' | 'start-failed'>;

/** The host, the command and its port: what every session has. */
export function MainFields({ form }: { form: SessionForm }) {
  const { port_from } = form.draft.value;
  return (
    <div class="fields">
      <HostField form={form} />
      <TextField form={form} field="name" label="field-name" isOptional />
      <TextField form={form} field="command" label="start-command" help="start-command-help" lines={2} />
      <PortFromField form={form} />
      {port_from === 'given' ? <TextField form={form} field="port" label="start-port" isNumber /> : null}
    </div>
  );
}

/** What only some have. */
export function OtherFields({ form }: { form: SessionForm }) {
  return (
    <div class="fields">
      <TextField form={form} field="workdir" label="start-workdir" help="start-workdir-help" isOptional />
      <TextField form={form} field="credential_broker_url" label="start-broker" help="start-broker-help" isOptional />
      <TextField form={form} field="prepare_script" label="start-prepare" help="start-prepare-help" lines={4} isOptional />
      <TextField form={form} field="cleanup_script" label="start-cleanup" help="start-cleanup-help" lines={4} isOptional />
    </div>
  );
}

function HostField({ form }: { form: SessionForm }) {
  const i18n = useI18n();
  const { executors } = useWorkspace();
  const hosts = executors.all.value.filter(({ status }) => status === 'active');
  const { executor_id } = form.draft.value;
  // A host that cannot be chosen is still the one that was asked for.
  const isListed = executor_id === '' || hosts.some(({ id }) => id === executor_id);
  return (
    <Field form={form} field="executor_id" label="session-host">
      {(aria) => (
        <select
          {...aria}
          id="executor_id"
          name="executor_id"
          value={executor_id}
          onChange={(event) => form.set({ executor_id: event.currentTarget.value })}
        >
          <option value="">{i18n.text('start-on-none')}</option>
          {isListed ? null : <option value={executor_id}>{executors.of(executor_id)?.name ?? executor_id}</option>}
          {hosts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

function PortFromField({ form }: { form: SessionForm }) {
  const i18n = useI18n();
  const { port_from } = form.draft.value;
  return (
    <fieldset class="field filters" data-field="port_from" data-wide>
      <legend>{i18n.text('start-port-from')}</legend>
      {(['file', 'given'] as const).map((from) => (
        <label key={from} class="filter" data-port-from={from}>
          <input
            type="radio"
            name="port_from"
            value={from}
            checked={port_from === from}
            onChange={() => form.set({ port_from: from })}
          />
          <span>{i18n.text(PORT_FROM_WORDS[from])}</span>
        </label>
      ))}
      {port_from === 'file' ? <p class="help">{i18n.text('start-port-file-help')}</p> : null}
    </fieldset>
  );
}

interface Aria {
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

function Field(props: {
  form: SessionForm;
  field: SessionField;
  label: Words;
  help?: Words | undefined;
  isOptional?: boolean | undefined;
  isWide?: boolean;
  children: (aria: Aria) => ComponentChildren;
}) {
  const { form, field, help } = props;
  const i18n = useI18n();
  const error = form.errors.value.get(field);
  const described = [help && `${field}-help`, error && `${field}-error`].filter(Boolean).join(' ');
  return (
    <div class="field" data-field={field} data-wide={props.isWide} data-error={error ?? ''}>
      <label for={field}>
        {i18n.text(props.label)}
        {props.isOptional ? <span class="optional"> {i18n.text('optional')}</span> : null}
      </label>
      {props.children({
        'aria-invalid': error !== undefined,
        'aria-describedby': described === '' ? undefined : described,
      })}
      {help === undefined ? null : (
        <p id={`${field}-help`} class="help">
          {i18n.text(help)}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${field}-error`} class="field-error">
          {i18n.text(sessionFieldErrorWords(field, error))}
        </p>
      )}
    </div>
  );
}

function TextField(props: {
  form: SessionForm;
  field: Exclude<keyof SessionDraft, 'port_from' | 'executor_id'>;
  label: Words;
  help?: Words;
  /** More than one makes it a field of several lines, as wide as the form. */
  lines?: number;
  isOptional?: boolean;
  isNumber?: boolean;
}) {
  const { form, field, lines } = props;
  const shared = {
    id: field,
    name: field,
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    value: form.draft.value[field],
  } as const;
  return (
    <Field {...props} isWide={lines !== undefined}>
      {(aria) =>
        lines === undefined ? (
          <input
            {...shared}
            {...aria}
            type="text"
            inputMode={props.isNumber ? 'numeric' : 'text'}
            onInput={(event) => form.set({ [field]: event.currentTarget.value })}
          />
        ) : (
          <textarea
            {...shared}
            {...aria}
            rows={lines}
            onInput={(event) => form.set({ [field]: event.currentTarget.value })}
          />
        )
      }
    </Field>
  );
}
