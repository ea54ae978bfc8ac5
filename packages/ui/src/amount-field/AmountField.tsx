import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentPropsWithoutRef,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react'
import { finishAmount, normaliseAmount } from '@x/decimal'
import { Minus, Plus } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import field from '../field/field.module.css'
import slot from '../field/slotButton.module.css'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import type { AmountAlteration } from './alteration.ts'
import { type AlterationText, alterationText } from './alterationText.ts'
import {
  type AmountState,
  type AmountStep,
  amountOfState,
  insertedAtOnce,
  type Insertion,
  insertWhole,
  type PastedAmount,
  stepAmount,
  type TextChange,
  typeText,
} from './amountText.ts'
import styles from './amountField.module.css'

type InputProps = Omit<
  ComponentPropsWithoutRef<'input'>,
  'size' | 'value' | 'defaultValue' | 'onChange' | 'maxLength' | 'type' | 'min' | 'max' | 'step'
>

export interface AmountFieldProps extends InputProps {
  readonly ref?: Ref<HTMLInputElement>
  /**
   * A plain decimal string, '' when empty; never a number. Without it the field keeps its own, from
   * `defaultValue` on.
   */
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  /** The name under which a form submits the plain amount, whatever the field shows. */
  readonly name?: string
  /** Digits after the dot; 0 allows whole numbers only. */
  readonly decimals: number
  readonly label?: ReactNode
  readonly labelEnd?: ReactNode
  readonly help?: ReactNode
  readonly error?: ReactNode
  readonly size?: FieldSize
  /** The unit after the amount, for instance `USDT`. */
  readonly unit?: ReactNode
  readonly start?: ReactNode
  readonly end?: ReactNode
  /** A decimal string: the arrow keys step by it. With `stepper` there are also two buttons. */
  readonly step?: string
  readonly stepper?: boolean
  readonly min?: string
  readonly max?: string
  /**
   * The comma rule of the language (a typed decimal comma becomes a dot); runs before the amount
   * rule. A refused text stays in the field as it was typed, with the message, and there is no
   * amount until it can be read. Default: the text as it is.
   */
  readonly readTyped?: (text: string) => string | { readonly refused: string }
  /** Reads pasted text by the language's pattern, or refuses it. Default: the text as it is. */
  readonly readPasted?: (text: string) => PastedAmount
  /**
   * How the amount stands while it is not being edited, for instance with thousands separators.
   * Default: as it is.
   */
  readonly formatIdle?: (value: string) => string
  /**
   * Called with the message of a refused text, and with `undefined` once it no longer stands: by an
   * edit, a value from elsewhere, or because the field is gone. `alteration`: the text is no amount
   * because the amount rule would have made another number of it.
   */
  readonly onRefuse?: (message: string | undefined, alteration?: AmountAlteration) => void
}

/**
 * U17: a decimal string, never a number. A text that the amount rule would make another number of
 * (`.5`, `-1`, `1e5`) is no amount: what the rule leaves of it stays in the field, with the reason
 * and where possible a correction to press. Throws what `@x/decimal` throws for an impossible
 * number of decimals.
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
  disabled,
  readOnly,
  onFocus,
  onBlur,
  onKeyDown,
  onCompositionStart,
  onCompositionEnd,
  'aria-describedby': describes,
  ...rest
}: AmountFieldProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const [own, setOwn] = useState(defaultValue)
  const value = given ?? own
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  const caret = useRef<number | undefined>(undefined)
  // What is shown in place of the value, as long as the value is the one it was typed over.
  const [draft, setDraft] = useState<Draft | undefined>(undefined)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [edits, setEdits] = useState(0)
  const [isEditing, setEditing] = useState(false)
  const lastChange = useSelectionBeforeChange(input)
  /** The field as a composition of an input method found it. */
  const composed = useRef<
    { readonly state: AmountState; readonly selection: TextChange['selection'] } | undefined
  >(undefined)

  // Written anew for editing, the text loses its selection: what is typed next must replace it, not
  // follow it.
  useLayoutEffect(() => {
    const element = input.current
    if (
      isEditing &&
      element &&
      element.ownerDocument.activeElement === element &&
      formatIdle(value) !== value
    )
      element.select()
    // Only on entering: while editing the selection is the user's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEditing])

  const heldDraft = draft?.over === value ? draft : undefined
  const held = heldDraft?.state
  // Another value took its place: it does not come back when that one is emptied.
  if (draft && held === undefined) {
    setDraft(undefined)
    setRefusal(undefined)
  }
  const alteration = held?.alteration
  const altered =
    alteration && alterationText(alteration, { strings, decimals, format: formatIdle })
  useRefusalReport(onRefuse, { message: altered?.message ?? refusal, alteration })
  const state: AmountState = held ?? { shown: value }
  const shown = held?.shown ?? (isEditing || value === '' ? value : formatIdle(value))
  // React puts the caret at the end whenever the written value differs from the typed one. Of a
  // refused character it may do so after this effect: compiled, an input whose properties stay the
  // same is not part of the commit. The text is put right here, so that nothing is left to write.
  useLayoutEffect(() => {
    const element = input.current
    if (caret.current === undefined || !element || element.ownerDocument.activeElement !== element)
      return
    if (element.value !== shown) element.value = shown
    element.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [edits, shown])
  const rules = { decimals, readTyped, readPasted }
  const give = (amount: string) => {
    setOwn(amount)
    onChange?.(amount)
  }
  useFormReset(input, () => {
    setOwn(defaultValue)
    setDraft(undefined)
    setRefusal(undefined)
  })
  const take = ({ state: next, caret: at }: AmountStep) => {
    const amount = amountOfState(next)
    caret.current = at
    setDraft(next.refused === undefined && !next.alteration ? undefined : { state: next, over: '' })
    setEdits((count) => count + 1)
    setRefusal(next.refused)
    if (amount !== value) give(amount)
  }
  const write = (text: string) => take({ state: { shown: text }, caret: text.length })
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    if (disabled || readOnly) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const { length } = state.shown
    insertRead({
      start: selectionStart ?? length,
      end: selectionEnd ?? length,
      insert: event.clipboardData.getData('text'),
    })
  }
  const insertRead = (insertion: Insertion) => {
    const next = insertWhole(state, { ...insertion, rules })
    if ('refused' in next) return setRefusal(next.refused)
    take(next)
  }
  const change = (
    element: HTMLInputElement,
    { data = null, inputType = '' }: Partial<InputEvent>,
  ) => {
    const { value: raw, selectionStart } = element
    const at = selectionStart ?? raw.length
    const base = state.shown
    const selection = lastChange.take(base)
    // Over an amount that stands grouped everything is new: its separators are no part of what
    // came.
    const found =
      shown === base
        ? insertedAtOnce(base, { raw, caret: at, data })
        : { start: 0, end: base.length, insert: raw }
    // What an undo brings back was read before.
    const whole = inputType.startsWith('history') ? undefined : found
    if (whole) insertRead(whole)
    else take(typeText(state, { raw, caret: at, selection }, rules))
  }
  const compose = (element: HTMLInputElement) => {
    const { value: raw, selectionStart } = element
    const before = composed.current ?? { state, selection: undefined }
    composed.current = undefined
    take(
      typeText(
        before.state,
        { raw, caret: selectionStart ?? 0, selection: before.selection },
        rules,
      ),
    )
  }
  const correct = (correction: string) => {
    input.current?.focus()
    write(correction)
  }
  const stepBy = (direction: 'up' | 'down') => {
    if (step === undefined || disabled || readOnly || held !== undefined) return
    const next = normaliseAmount(stepAmount(value, { step, direction, min, max }), { decimals })
    write(next)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.nativeEvent.isComposing) return
    // A field that shows nothing has nothing to delete, but may remember a sign that was left out.
    if (held && shown === '' && (event.key === 'Backspace' || event.key === 'Delete')) write('')
    if (event.defaultPrevented || step === undefined) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 'up' : 'down')
  }
  const shownError = altered ? (
    <AlteredText text={altered} onCorrect={correct} disabled={disabled || readOnly} />
  ) : (
    (refusal ?? error)
  )
  return (
    <FieldFrame
      ids={ids}
      label={label}
      labelEnd={labelEnd}
      help={help}
      error={shownError}
      className={className}
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
          {...(form === undefined ? {} : { form })}
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
          aria-invalid={shownError ? true : undefined}
          aria-describedby={describedBy(ids, { help, error: shownError }, describes)}
          onChange={(event) => {
            const native = event.nativeEvent as Partial<InputEvent>
            // A composition is left alone until it ends, or the input method loses its place.
            if (native.isComposing)
              setDraft({ state: { ...state, shown: event.currentTarget.value }, over: value })
            else change(event.currentTarget, native)
          }}
          onCompositionStart={(event) => {
            const { selectionStart, selectionEnd } = event.currentTarget
            composed.current = {
              state,
              selection:
                selectionStart === null || selectionEnd === null
                  ? undefined
                  : { start: selectionStart, end: selectionEnd },
            }
            onCompositionStart?.(event)
          }}
          onCompositionEnd={(event) => {
            compose(event.currentTarget)
            onCompositionEnd?.(event)
          }}
          onPaste={paste}
          onKeyDown={keyDown}
          onFocus={(event) => {
            setEditing(true)
            onFocus?.(event)
          }}
          onBlur={(event) => {
            setEditing(false)
            const finished = finishAmount(value)
            if (finished !== value) give(finished)
            // A sign that was left out of an empty text is in nobody's view.
            if (shown === '' || held === undefined) {
              setDraft(undefined)
              setRefusal(undefined)
            }
            onBlur?.(event)
          }}
        />
        {name === undefined ? null : (
          <input
            type="hidden"
            name={name}
            form={form}
            value={held ? '' : finishAmount(value)}
            disabled={disabled}
          />
        )}
        {unit ? (
          <span className={styles['unit']} data-x-part="unit">
            {unit}
          </span>
        ) : null}
        {end ? <span className={field['slot']}>{end}</span> : null}
        {stepper && step !== undefined ? (
          <span className={styles['stepper']} data-x-part="stepper">
            {(['down', 'up'] as const).map((direction) => (
              <button
                key={direction}
                type="button"
                className={slot['button']}
                // The arrow keys do the same from within the field; two more tab stops a field
                // would double the way through an order form.
                tabIndex={-1}
                aria-label={direction === 'up' ? strings.increase : strings.decrease}
                aria-controls={ids.control}
                disabled={disabled || readOnly}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => stepBy(direction)}
              >
                <Icon of={direction === 'up' ? Plus : Minus} size={14} />
              </button>
            ))}
          </span>
        ) : null}
      </div>
    </FieldFrame>
  )
}

interface Draft {
  readonly state: AmountState
  readonly over: string
}

interface AlteredTextProps {
  readonly text: AlterationText
  readonly onCorrect: (correction: string) => void
  readonly disabled: boolean | undefined
}

/** Why the text is no amount, and the number that was meant, to be taken with one press. */
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

/** The selection that a change replaced: the change event itself shows only the one after it. */
function useSelectionBeforeChange(input: RefObject<HTMLInputElement | null>) {
  const last = useRef<
    { readonly start: number; readonly end: number; readonly text: string } | undefined
  >(undefined)
  useEffect(() => {
    const element = input.current
    const remember = (event: Event) => {
      const { selectionStart, selectionEnd, value } = element as HTMLInputElement
      const isDrop = (event as InputEvent).inputType === 'insertFromDrop'
      // A drop goes to another place than the selection.
      last.current =
        isDrop || selectionStart === null || selectionEnd === null
          ? undefined
          : { start: selectionStart, end: selectionEnd, text: value }
    }
    element?.addEventListener('beforeinput', remember)
    return () => element?.removeEventListener('beforeinput', remember)
  }, [input])
  return {
    /**
     * The selection of the change that is under way in `text`; `undefined` where it is not known.
     */
    take(text: string): TextChange['selection'] {
      const found = last.current
      last.current = undefined
      return found?.text === text ? { start: found.start, end: found.end } : undefined
    },
  }
}

/** A form that is reset takes back what was typed. */
function useFormReset(input: RefObject<HTMLInputElement | null>, onReset: () => void): void {
  const reset = useEffectEvent((event: Event) => {
    if (event.target === input.current?.form) onReset()
  })
  useEffect(() => {
    const page = input.current?.ownerDocument
    page?.addEventListener('reset', reset)
    return () => page?.removeEventListener('reset', reset)
  }, [input])
}

interface Refusal {
  readonly message: string | undefined
  readonly alteration: AmountAlteration | undefined
}

/**
 * Reports each refusal once, and once that it has ended. A refusal also ends with a value from
 * elsewhere, which is seen only when the field is drawn.
 */
function useRefusalReport(
  onRefuse: AmountFieldProps['onRefuse'],
  { message, alteration }: Refusal,
): void {
  const reported = useRef<string | undefined>(undefined)
  const report = useEffectEvent((text: string | undefined) => {
    if (reported.current === text) return
    reported.current = text
    if (text !== undefined && alteration) onRefuse?.(text, alteration)
    else onRefuse?.(text)
  })
  useEffect(() => report(message), [message])
  useEffect(() => () => report(undefined), [])
}

const same = (text: string): string => text
const asIs = (text: string): PastedAmount => ({ text })
