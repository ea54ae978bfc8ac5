import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState, type ClipboardEvent, type ComponentPropsWithoutRef, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { finishAmount, normaliseAmount } from '@x/decimal'
import { Minus, Plus } from 'lucide-react'
import { classNames } from '../classNames.ts'
import { describedBy, FieldFrame, useFieldIds, type FieldSize } from '../field/FieldFrame.tsx'
import field from '../field/field.module.css'
import slot from '../field/slotButton.module.css'
import { Icon } from '../icon/Icon.tsx'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { editAmount, insertedAtOnce, type Insertion, insertText, type PastedAmount, readable, stepAmount, withLeadingZeros } from './machine.ts'
import styles from './amountField.module.css'

type InputProps = Omit<ComponentPropsWithoutRef<'input'>, 'size' | 'value' | 'defaultValue' | 'onChange' | 'maxLength' | 'type' | 'min' | 'max' | 'step'>

export interface AmountFieldProps extends InputProps {
  readonly ref?: Ref<HTMLInputElement>
  /** A plain decimal string, '' when empty; never a number. */
  readonly value: string
  readonly onChange: (value: string) => void
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
   * The comma rule of the language (a typed decimal comma becomes a dot); runs before the amount rule. A refused text stays in the field
   * as it was typed, with the message, and there is no amount until it can be read. Default: the text as it is.
   */
  readonly readTyped?: (text: string) => string | { readonly refused: string }
  /** Reads pasted text by the language's pattern, or refuses it. Default: the text as it is. */
  readonly readPasted?: (text: string) => PastedAmount
  /** How the amount stands while it is not being edited, for instance with thousands separators. Default: as it is. */
  readonly formatIdle?: (value: string) => string
  /** Told the message of a refused text, and `undefined` once it no longer stands: by an edit, or by a value from elsewhere. */
  readonly onRefuse?: (message: string | undefined) => void
}

/** U17: a decimal string, never a number. Throws what `@x/decimal` throws for an impossible number of decimals. */
export function AmountField({
  ref, value, onChange, decimals, label, labelEnd, help, error, size = 'standard', unit, start, end, step, stepper = false, min, max,
  readTyped = same, readPasted = asIs, formatIdle = same, onRefuse, id, className, disabled, readOnly, onFocus, onBlur, onKeyDown, 'aria-describedby': describes, ...rest
}: AmountFieldProps) {
  const strings = useUiStrings()
  const ids = useFieldIds(id)
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement, [])
  const caret = useRef<number | undefined>(undefined)
  // What is shown in place of the value, as long as the value is the one it was typed over.
  const [draft, setDraft] = useState<Draft | undefined>(undefined)
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [edits, setEdits] = useState(0)
  const [isEditing, setEditing] = useState(false)

  // Written anew for editing, the text loses its selection: what is typed next must replace it, not follow it.
  useLayoutEffect(() => {
    const element = input.current
    if (isEditing && element && element.ownerDocument.activeElement === element && formatIdle(value) !== value) element.select()
    // Only on entering: while editing the selection is the user's.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isEditing])

  const told = useRef<string | undefined>(undefined)
  const tell = useEffectEvent((message: string | undefined) => onRefuse?.(message))
  // A refusal also ends with a value from elsewhere, which is seen only when the field is drawn.
  useEffect(() => {
    if (told.current === refusal) return
    told.current = refusal
    tell(refusal)
  }, [refusal])
  const held = draft?.over === value ? draft.text : undefined
  // Another value took its place: it does not come back when that one is emptied.
  if (draft && held === undefined) {
    setDraft(undefined)
    setRefusal(undefined)
  }
  const shown = held ?? (isEditing || value === '' ? value : formatIdle(value))
  // React puts the caret at the end whenever the written value differs from the typed one. Of a refused character it may do so after this
  // effect: compiled, an input whose properties stay the same is not part of the commit. The text is put right here, so that nothing is left to write.
  useLayoutEffect(() => {
    const element = input.current
    if (caret.current === undefined || !element || element.ownerDocument.activeElement !== element) return
    if (element.value !== shown) element.value = shown
    element.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  }, [edits, shown])
  const type = (raw: string, at: number) => {
    const read = readTyped(raw)
    if (typeof read === 'string') return take(read, at)
    // Nothing is left out of it: `1,5` less its comma would be fifteen.
    setDraft({ text: raw, over: '' })
    setRefusal(read.refused)
    if (value !== '') onChange('')
  }
  const take = (raw: string, at: number) => {
    const next = editAmount(raw, { caret: at, decimals })
    caret.current = next.caret
    setDraft(undefined)
    setEdits((count) => count + 1)
    setRefusal(undefined)
    if (next.text !== value) onChange(next.text)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    if (disabled || readOnly) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const base = held ?? value
    insertRead({ start: selectionStart ?? base.length, end: selectionEnd ?? base.length, insert: event.clipboardData.getData('text') })
  }
  const insertRead = (insertion: Insertion) => {
    const base = held ?? value
    const part = readable(base, insertion)
    const read = readPasted(part.insert)
    if ('refused' in read) return setRefusal(read.refused)
    const joined = insertText(base, { ...part, insert: withLeadingZeros(read.text, part) })
    if (held === undefined) take(joined.raw, joined.caret)
    else type(joined.raw, joined.caret)
  }
  const stepBy = (direction: 'up' | 'down') => {
    if (step === undefined || disabled || readOnly || held !== undefined) return
    const next = normaliseAmount(stepAmount(value, { step, direction, min, max }), { decimals })
    take(next, next.length)
  }
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    if (event.defaultPrevented || step === undefined || event.nativeEvent.isComposing) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    stepBy(event.key === 'ArrowUp' ? 'up' : 'down')
  }
  const shownError = refusal ?? error
  return (
    <FieldFrame ids={ids} label={label} labelEnd={labelEnd} help={help} error={shownError} className={className}>
      <div className={classNames(field['box'], styles['box'])} data-x-part="box" data-size={size} data-invalid={shownError ? true : undefined} data-disabled={disabled || undefined}>
        {start ? <span className={field['slot']}>{start}</span> : null}
        <input
          {...rest}
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
            const { value: raw, selectionStart } = event.currentTarget
            // A composition is left alone until it ends, or the input method loses its place.
            const { isComposing, data = null, inputType = '' } = event.nativeEvent as Partial<InputEvent>
            if (isComposing) return setDraft({ text: raw, over: value })
            const at = selectionStart ?? raw.length
            const base = held ?? value
            // Over an amount that stands grouped everything is new: its separators are no part of what came.
            const found = shown === base ? insertedAtOnce(base, { raw, caret: at, data }) : { start: 0, end: base.length, insert: raw }
            // What an undo brings back was read before.
            const whole = inputType.startsWith('history') ? undefined : found
            if (whole) insertRead(whole)
            else type(raw, at)
          }}
          onCompositionEnd={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart ?? 0)}
          onPaste={paste}
          onKeyDown={keyDown}
          onFocus={(event) => {
            setEditing(true)
            onFocus?.(event)
          }}
          onBlur={(event) => {
            setEditing(false)
            const finished = finishAmount(value)
            if (finished !== value) onChange(finished)
            if (held === undefined) setRefusal(undefined)
            onBlur?.(event)
          }}
        />
        {unit ? <span className={styles['unit']} data-x-part="unit">{unit}</span> : null}
        {end ? <span className={field['slot']}>{end}</span> : null}
        {stepper && step !== undefined ? (
          <span className={styles['stepper']} data-x-part="stepper">
            {(['down', 'up'] as const).map((direction) => (
              <button
                key={direction}
                type="button"
                className={slot['button']}
                // The arrow keys do the same from within the field; two more tab stops a field would double the way through an order form.
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
  readonly text: string
  readonly over: string
}

const same = (text: string): string => text
const asIs = (text: string): PastedAmount => ({ text })
