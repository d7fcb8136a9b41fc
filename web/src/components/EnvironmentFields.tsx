import { sessionFieldErrorWords } from '../i18n/sessionWords.ts';
import type { EnvironmentRow, SessionForm } from '../state/sessionForm.ts';
import { useI18n } from './context.ts';

/** Variables for scripts and command; a value may have several lines. */
export function EnvironmentFields({ form }: { form: SessionForm }) {
  const i18n = useI18n();
  const error = form.errors.value.get('env');
  return (
    <fieldset class="environment" data-field="env" data-error={error ?? ''}>
      <legend>{i18n.text('start-env')}</legend>
      {form.rows.value.map((row) => (
        <Row key={row.key} form={form} row={row} />
      ))}
      {error === undefined ? null : (
        <p id="env-error" class="field-error">
          {i18n.text(sessionFieldErrorWords('env', error))}
        </p>
      )}
      <button type="button" class="button" data-action="add-variable" onClick={() => form.addRow()}>
        {i18n.text('start-env-add')}
      </button>
    </fieldset>
  );
}

function Row({ form, row }: { form: SessionForm; row: EnvironmentRow }) {
  const i18n = useI18n();
  const { key, name, value } = row;
  const errors = form.errors.value;
  const error = name === '' ? undefined : errors.get(`env.${name}`);
  const described = error !== undefined ? `env-${key}-error` : errors.has('env') ? 'env-error' : undefined;
  const shared = {
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    'aria-invalid': error !== undefined,
    'aria-describedby': described,
  } as const;
  return (
    <div class="environment-row" data-variable={name} data-error={error ?? ''}>
      <label>
        <span>{i18n.text('field-name')}</span>
        <input {...shared} type="text" value={name} onInput={(event) => form.setRow(key, { name: event.currentTarget.value })} />
      </label>
      <label>
        <span>{i18n.text('start-env-value')}</span>
        <textarea {...shared} rows={1} value={value} onInput={(event) => form.setRow(key, { value: event.currentTarget.value })} />
      </label>
      <button
        type="button"
        class="button quiet"
        aria-label={i18n.text('start-env-remove', { name })}
        data-action="remove-variable"
        onClick={() => form.removeRow(key)}
      >
        <span aria-hidden="true">{'×'}</span>
      </button>
      {error === undefined ? null : (
        <p id={`env-${key}-error`} class="field-error">
          {i18n.text(sessionFieldErrorWords(`env.${name}`, error))}
        </p>
      )}
    </div>
  );
}
