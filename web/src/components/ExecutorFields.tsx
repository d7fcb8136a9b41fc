import { fieldErrorWords } from '../i18n/words.ts';
import type { MessageId } from '../i18n/index.ts';
import type { DraftField, ExecutorForm } from '../state/executorForm.ts';
import { useI18n } from './context.ts';
import { FIELD_WORDS } from './fields.ts';
import { useAfterPress } from './press.ts';

type HelpId = Extract<MessageId, `field-${string}-help`>;

export function ExecutorFields({ form }: { form: ExecutorForm }) {
  return (
    <div class="fields">
      <TextField form={form} field="name" isRequired />
      <TextField form={form} field="host" help="field-host-help" />
      <TextField form={form} field="host_alias" help="field-host-alias-help" />
      <TextField form={form} field="port" placeholder="22" isNumber />
      <TextField form={form} field="user" />
      <IdentityField form={form} />
      {form.draft.value.identity_source === 'agent' ? null : (
        <TextField form={form} field="identity_file" help="field-identity-file-help" placeholder="~/.ssh/id_ed25519" />
      )}
      <TextField form={form} field="proxy_jump" help="field-proxy-jump-help" />
      <TextField
        form={form}
        field="host_fingerprint"
        help="field-host-fingerprint-help"
        placeholder="SHA256:…"
        isWide
      />
    </div>
  );
}

function TextField(props: {
  form: ExecutorForm;
  field: DraftField;
  help?: HelpId;
  placeholder?: string;
  isRequired?: boolean;
  isNumber?: boolean;
  isWide?: boolean;
}) {
  const { form, field, help } = props;
  const i18n = useI18n();
  const afterPress = useAfterPress();
  const error = form.errors.value.get(field);
  const described = [help && `${field}-help`, error && `${field}-error`].filter(Boolean).join(' ');
  return (
    <div class="field" data-field={field} data-wide={props.isWide} data-error={error ?? ''}>
      <label for={field}>
        {i18n.text(FIELD_WORDS[field])}
        {props.isRequired ? null : <span class="optional"> {i18n.text('optional')}</span>}
      </label>
      <input
        id={field}
        name={field}
        type="text"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        inputMode={props.isNumber ? 'numeric' : 'text'}
        placeholder={props.placeholder}
        value={form.draft.value[field]}
        aria-required={props.isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={described === '' ? undefined : described}
        onInput={(event) => form.set(field, event.currentTarget.value)}
        onBlur={() => afterPress(() => form.leave(field))}
      />
      {help === undefined ? null : (
        <p id={`${field}-help`} class="help">
          {i18n.text(help)}
        </p>
      )}
      {error === undefined ? null : (
        <p id={`${field}-error`} class="field-error">
          {i18n.text(fieldErrorWords(field, error))}
        </p>
      )}
    </div>
  );
}

function IdentityField({ form }: { form: ExecutorForm }) {
  const i18n = useI18n();
  return (
    <div class="field" data-field="identity_source">
      <label for="identity_source">{i18n.text('field-identity-source')}</label>
      <select
        id="identity_source"
        name="identity_source"
        value={form.draft.value.identity_source}
        onChange={(event) => form.set('identity_source', event.currentTarget.value)}
      >
        <option value="">{i18n.text('identity-default')}</option>
        <option value="agent">{i18n.text('identity-agent')}</option>
        <option value="file">{i18n.text('identity-file')}</option>
      </select>
    </div>
  );
}
