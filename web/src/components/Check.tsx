/** A box to tick, with what ticking it says. */
export function Check(props: {
  name: string;
  label: string;
  isChecked: boolean;
  isDisabled?: boolean;
  describedBy?: string;
  onChange: (isChecked: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        name={props.name}
        checked={props.isChecked}
        disabled={props.isDisabled}
        aria-describedby={props.describedBy}
        onChange={(event) => props.onChange(event.currentTarget.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}
