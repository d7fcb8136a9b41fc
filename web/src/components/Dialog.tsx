import { useEffect, useRef } from 'preact/hooks';

import { useI18n } from './context.ts';

/** A question that must be answered. Escape and *Cancel* leave everything as it is. */
export function ConfirmDialog(props: {
  name: string;
  question: string;
  confirm: string;
  /** What it does cannot be taken back. */
  isFinal: boolean;
  isPending: boolean;
  error: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const i18n = useI18n();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="dialog-question" data-dialog={props.name} onClose={props.onCancel}>
      <p id="dialog-question">{props.question}</p>
      {props.error === null ? null : (
        <p class="field-error" role="alert">
          {props.error}
        </p>
      )}
      <div class="actions">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {i18n.text('cancel')}
        </button>
        <button
          type="button"
          class={props.isFinal ? 'button danger' : 'button primary'}
          data-action="confirm"
          disabled={props.isPending}
          onClick={props.onConfirm}
        >
          {props.confirm}
        </button>
      </div>
    </dialog>
  );
}
