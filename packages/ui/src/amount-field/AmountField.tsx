import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { finishAmount, normaliseAmount } from '@x/decimal'
import { classNames } from '../classNames.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { FormValue } from '../field/FormValue.tsx'
import { useControlRef } from '../field/useControlRef.ts'
import field from '../field/field.module.css'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { AmountStepper } from './AmountStepper.tsx'
import type { AmountAlteration } from './alteration.ts'
import { type AlterationText, alterationText } from './alterationText.ts'
import { type AmountState, type AmountStep, type PastedAmount, stepAmount } from './amountText.ts'
import { useAmountDraft } from './useAmountDraft.ts'
import { useAmountSelection } from './useAmountSelection.ts'
import { useAmountTyping } from './useAmountTyping.ts'
import styles from './amountField.module.css'

type InputProps = Omit<
  ComponentPropsWithoutRef<'input'>,
  keyof FieldProps<string> | 'size' | 'maxLength' | 'type' | 'min' | 'max' | 'step'
>

/**
 * Props of `AmountField`, besides those of `input`. Amounts are plain decimal strings, never
 * numbers; '' is empty. A form submits the plain amount, independent of `formatIdle`.
 */
export interface AmountFieldProps extends InputProps, FieldProps<string> {
  /** Maximal digits after the decimal point; 0 allows whole numbers only. */
  readonly decimals: number
  readonly label?: ReactNode
  readonly labelEnd?: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly size?: FieldSize
  /** Unit after the amount, for instance `USDT`. */
  readonly unit?: ReactNode
  readonly start?: ReactNode
  readonly end?: ReactNode
  /** Decimal string by which the arrow keys change the amount; `stepper` adds two buttons. */
  readonly step?: string
  readonly stepper?: boolean
  readonly min?: string
  readonly max?: string
  /**
   * Comma rule of the language, applied before the amount rule: turns a typed decimal comma into a
   * dot. A refused text stays in the field with the message and the amount is ''. Default: no
   * change.
   */
  readonly readTyped?: (text: string) => string | { readonly refused: string }
  /** Parses pasted text by the language's number format, or refuses it. Default: no change. */
  readonly readPasted?: (text: string) => PastedAmount
  /**
   * Formats the amount while the field is not focused, for instance with group separators. Default:
   * no change.
   */
  readonly formatIdle?: (value: string) => string
  /**
   * Called with the message when a text is refused, and with `undefined` when the refusal ends: by
   * an edit, by a new value, or by unmounting. `alteration` is set if the amount rule would have
   * changed the number.
   */
  readonly onRefuse?: (message: string | undefined, alteration?: AmountAlteration) => void
}

/**
 * Edits a decimal string (U17). If the amount rule would change the number in a text (`.5`, `-1`,
 * `1e5`), the amount is '' and the field shows the reason and, if possible, a button with a
 * correction; the form is not submitted with such a text. Throws the error of `@x/decimal` for an
 * invalid number of decimals.
 */
export function AmountField({
  ref,
  value: given,
  defaultValue = '',
  onChange,
  decimals,
  label,
  labelEnd,
  help,
  error,
  size = 'standard',
  unit,
  start,
  end,
  step,
  stepper = false,
  min,
  max,
  readTyped = same,
  readPasted = asIs,
  formatIdle = same,
  onRefuse,
  id,
  name,
  form,
  className,
  style,
  disabled,
  readOnly,
  onFocus,
  onBlur,
  onKeyDown,
  onCompositionStart,
  onCompositionEnd,
  'aria-describedby': describes,
  'aria-invalid': invalid,
  ...rest
}: AmountFieldProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const input = useControlRef(ref)
  const draft = useAmountDraft({ value: given, defaultValue, onChange, control: input })
  const { value, draftState } = draft
  const [isEditing, setEditing] = useState(false)
  const alteration = draftState?.alteration
  const altered =
    alteration && alterationText(alteration, { strings, decimals, format: formatIdle })
  useRefusalReport(onRefuse, {
    control: input,
    message: altered?.message ?? draft.refusal,
    alteration,
  })
  const state: AmountState = draftState ?? { shown: value }
  const shown = draftState?.shown ?? (isEditing || value === '' ? value : formatIdle(value))
  const moveCaret = useAmountSelection(input, {
    isEditing,
    isFormatted: formatIdle(value) !== value,
    shown,
  })
  const applyStep = ({ state: next, caret }: AmountStep) => {
    moveCaret(caret)
    draft.apply(next)
  }
  const write = (text: string) => applyStep({ state: { shown: text }, caret: text.length })
  const isReadOnly = Boolean(disabled || readOnly)
  const typing = useAmountTyping(input, {
    state,
    shown,
    rules: { decimals, readTyped, readPasted },
    isReadOnly,
    onStep: applyStep,
    onRefuse: draft.refuse,
  })
  const correct = (correction: string) => {
    input.current?.focus()
    write(correction)
  }
  const stepBy = (direction: 'up' | 'down') => {
    if (step === undefined || isReadOnly || draftState !== undefined) return
    const next = normaliseAmount(stepAmount(value, { step, direction, min, max }), { decimals })
    write(next)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.nativeEvent.isComposing) return
    // The empty field has nothing to delete, but the draft may contain a sign that was left out.
    if (draftState && shown === '' && (event.key === 'Backspace' || event.key === 'Delete'))
      write('')
    if (event.defaultPrevented || step === undefined) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 'up' : 'down')
  }
  const shownError = altered ? (
    <AlteredText text={altered} onCorrect={correct} disabled={isReadOnly} />
  ) : (
    (draft.refusal ?? error)
  )
  return (
    <FieldFrame
      ids={ids}
      label={label}
      labelEnd={labelEnd}
      help={help}
      error={shownError}
      className={className}
      style={style}
    >
      <div
        className={classNames(field['box'], styles['box'])}
        data-x-part="box"
        data-size={size}
        data-invalid={shownError ? true : undefined}
        data-disabled={disabled || undefined}
      >
        {start ? <span className={field['slot']}>{start}</span> : null}
        <input
          {...rest}
          form={form}
          {...(name === undefined ? {} : { 'data-name': name })}
          ref={input}
          id={ids.control}
          className={classNames(field['input'], styles['input'])}
          data-x-part="input"
          type="text"
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          value={shown}
          disabled={disabled}
          readOnly={readOnly}
          aria-invalid={shownError ? true : invalid}
          aria-describedby={describedBy(ids, { help, error: shownError }, describes)}
          onChange={(event) => {
            const native = event.nativeEvent as Partial<InputEvent>
            // Rewriting the text during a composition would interrupt the input method.
            if (native.isComposing) draft.hold({ ...state, shown: event.currentTarget.value })
            else typing.change(event.currentTarget, native)
          }}
          onCompositionStart={(event) => {
            typing.startComposition(event.currentTarget)
            onCompositionStart?.(event)
          }}
          onCompositionEnd={(event) => {
            typing.endComposition(event.currentTarget)
            onCompositionEnd?.(event)
          }}
          onPaste={typing.paste}
          onKeyDown={keyDown}
          onFocus={(event) => {
            setEditing(true)
            onFocus?.(event)
          }}
          onBlur={(event) => {
            setEditing(false)
            const finished = finishAmount(value)
            if (finished !== value) draft.emit(finished)
            // The draft of an empty text only has signs that were left out.
            if (shown === '' || draftState === undefined) draft.discard()
            onBlur?.(event)
          }}
        />
        <FormValue
          name={name}
          form={form}
          values={[draftState ? '' : finishAmount(value)]}
          disabled={Boolean(disabled)}
          control={input}
        />
        {unit ? (
          <span className={styles['unit']} data-x-part="unit">
            {unit}
          </span>
        ) : null}
        {end ? <span className={field['slot']}>{end}</span> : null}
        {stepper && step !== undefined ? (
          <AmountStepper controls={ids.control} disabled={isReadOnly} onStep={stepBy} />
        ) : null}
      </div>
    </FieldFrame>
  )
}

interface AlteredTextProps {
  readonly text: AlterationText
  readonly onCorrect: (correction: string) => void
  readonly disabled: boolean
}

/** The reason why the text is no amount, and a button that applies the correction. */
function AlteredText({ text: { reason, correction }, onCorrect, disabled }: AlteredTextProps) {
  return (
    <>
      {reason}
      {correction ? (
        <>
          {' '}
          <button
            type="button"
            className={styles['correction']}
            data-x-part="correction"
            disabled={disabled}
            onClick={() => onCorrect(correction.value)}
          >
            {correction.label}
          </button>
        </>
      ) : null}
    </>
  )
}

interface Refusal {
  readonly control: RefObject<HTMLInputElement | null>
  readonly message: string | undefined
  readonly alteration: AmountAlteration | undefined
}

/**
 * Marks the input as invalid while its text is refused, so that no form submits the empty amount
 * for it. Calls `onRefuse` once for each refusal and once when it ends. A new value also ends a
 * refusal, which only a render shows.
 */
function useRefusalReport(
  onRefuse: AmountFieldProps['onRefuse'],
  { control, message, alteration }: Refusal,
): void {
  const reported = useRef<string | undefined>(undefined)
  const report = useEffectEvent((text: string | undefined) => {
    if (reported.current === text) return
    reported.current = text
    control.current?.setCustomValidity(text ?? '')
    if (text !== undefined && alteration) onRefuse?.(text, alteration)
    else onRefuse?.(text)
  })
  useEffect(() => report(message), [message])
  useEffect(() => () => report(undefined), [])
}

const same = (text: string): string => text
const asIs = (text: string): PastedAmount => ({ text })
