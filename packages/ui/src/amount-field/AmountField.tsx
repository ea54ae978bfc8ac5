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
  insertAtOnce,
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

/** Props of `AmountField`, besides those of `input`. Amounts are decimal strings, never numbers. */
export interface AmountFieldProps extends InputProps {
  readonly ref?: Ref<HTMLInputElement>
  /**
   * Plain decimal string, '' when empty. Without it the field is uncontrolled and starts with
   * `defaultValue`.
   */
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
  /** Name under which a form submits the plain amount, independent of `formatIdle`. */
  readonly name?: string
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
 * correction. Throws the error of `@x/decimal` for an invalid number of decimals.
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
  const [uncontrolled, setUncontrolled] = useState(defaultValue)
  const value = given ?? uncontrolled
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  const caret = useRef<number | undefined>(undefined)
  // Shown instead of the value, as long as the value has not changed since.
  const [draft, setDraft] = useState<Draft | undefined>(undefined)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [edits, setEdits] = useState(0)
  const [isEditing, setEditing] = useState(false)
  const lastChange = useSelectionBeforeChange(input)
  /** State and selection at the start of an input method's composition. */
  const composed = useRef<
    { readonly state: AmountState; readonly selection: TextChange['selection'] } | undefined
  >(undefined)

  // Replacing the formatted text by the plain one loses the selection. Select all again, so that
  // the next key replaces the text.
  useLayoutEffect(() => {
    const element = input.current
    if (
      isEditing &&
      element &&
      element.ownerDocument.activeElement === element &&
      formatIdle(value) !== value
    )
      element.select()
    // Only on focus: while editing the selection belongs to the user.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEditing])

  const activeDraft = draft?.over === value ? draft : undefined
  const draftState = activeDraft?.state
  // The value was changed from outside: the draft must not come back.
  if (draft && draftState === undefined) {
    setDraft(undefined)
    setRefusal(undefined)
  }
  const alteration = draftState?.alteration
  const altered =
    alteration && alterationText(alteration, { strings, decimals, format: formatIdle })
  useRefusalReport(onRefuse, { message: altered?.message ?? refusal, alteration })
  const state: AmountState = draftState ?? { shown: value }
  const shown = draftState?.shown ?? (isEditing || value === '' ? value : formatIdle(value))
  // React moves the caret to the end when the written value differs from the typed one. With the
  // compiler it may do so after this effect, because unchanged input properties are not part of the
  // commit. Write the text here, so that React has nothing to write.
  useLayoutEffect(() => {
    const element = input.current
    if (caret.current === undefined || !element || element.ownerDocument.activeElement !== element)
      return
    if (element.value !== shown) element.value = shown
    element.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [edits, shown])
  const rules = { decimals, readTyped, readPasted }
  const emitChange = (amount: string) => {
    setUncontrolled(amount)
    onChange?.(amount)
  }
  useFormReset(input, () => {
    setUncontrolled(defaultValue)
    setDraft(undefined)
    setRefusal(undefined)
  })
  const applyStep = ({ state: next, caret: at }: AmountStep) => {
    const amount = amountOfState(next)
    caret.current = at
    setDraft(next.refused === undefined && !next.alteration ? undefined : { state: next, over: '' })
    setEdits((count) => count + 1)
    setRefusal(next.refused)
    if (amount !== value) emitChange(amount)
  }
  const write = (text: string) => applyStep({ state: { shown: text }, caret: text.length })
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
    const next = insertAtOnce(state, { ...insertion, rules })
    if ('refused' in next) return setRefusal(next.refused)
    applyStep(next)
  }
  const change = (
    element: HTMLInputElement,
    { data = null, inputType = '' }: Partial<InputEvent>,
  ) => {
    const { value: raw, selectionStart } = element
    const at = selectionStart ?? raw.length
    const base = state.shown
    const selection = lastChange.take(base)
    // The raw text contains group separators of the formatted amount, so all of it is new.
    const inserted =
      shown === base
        ? insertedAtOnce(base, { raw, caret: at, data })
        : { start: 0, end: base.length, insert: raw }
    // Undo restores a text that was parsed before.
    const insertion = inputType.startsWith('history') ? undefined : inserted
    if (insertion) insertRead(insertion)
    else applyStep(typeText(state, { raw, caret: at, selection }, rules))
  }
  const compose = (element: HTMLInputElement) => {
    const { value: raw, selectionStart } = element
    const before = composed.current ?? { state, selection: undefined }
    composed.current = undefined
    applyStep(
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
    if (step === undefined || disabled || readOnly || draftState !== undefined) return
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
            // Rewriting the text during a composition would interrupt the input method.
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
            if (finished !== value) emitChange(finished)
            // The draft of an empty text only has signs that were left out.
            if (shown === '' || draftState === undefined) {
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
            value={draftState ? '' : finishAmount(value)}
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
                // The arrow keys do the same; two more tab stops a field would double the tabs
                // through an order form.
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

/** Returns the selection before a change; the change event only has the one after it. */
function useSelectionBeforeChange(input: RefObject<HTMLInputElement | null>) {
  const last = useRef<
    { readonly start: number; readonly end: number; readonly text: string } | undefined
  >(undefined)
  useEffect(() => {
    const element = input.current
    const remember = (event: Event) => {
      const { selectionStart, selectionEnd, value } = element as HTMLInputElement
      const isDrop = (event as InputEvent).inputType === 'insertFromDrop'
      // A drop inserts at another position than the selection.
      last.current =
        isDrop || selectionStart === null || selectionEnd === null
          ? undefined
          : { start: selectionStart, end: selectionEnd, text: value }
    }
    element?.addEventListener('beforeinput', remember)
    return () => element?.removeEventListener('beforeinput', remember)
  }, [input])
  return {
    /** Returns the selection before the current change of `text`; `undefined` if unknown. */
    take(text: string): TextChange['selection'] {
      const found = last.current
      last.current = undefined
      return found?.text === text ? { start: found.start, end: found.end } : undefined
    },
  }
}

/** Calls `onReset` when the form of the input is reset. */
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
 * Calls `onRefuse` once for each refusal and once when it ends. A new value also ends a refusal,
 * which only a render shows.
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
