import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { Search } from 'lucide-react'
import { browserClock } from '@x/kit/browser'
import { IconButton } from '../button/IconButton.tsx'
import type { FieldSize } from '../field/FieldFrame.tsx'
import type { FieldProps } from '../field/FieldProps.ts'
import { useControlRef } from '../field/useControlRef.ts'
import { useFieldValue } from '../field/useFieldValue.ts'
import { Icon } from '../icon/Icon.tsx'
import { Shape } from '../icon/Shape.tsx'
import { CROSS } from '../icon/shapes.ts'
import { isInputMethodKey } from '../layer/inputMethod.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Spinner } from '../skeleton/Skeleton.tsx'
import { TextField } from '../text-field/TextField.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { createSearch } from './createSearch.ts'

/** Props of `SearchBox`. */
export interface SearchBoxProps extends FieldProps<string> {
  /**
   * Called with each trimmed text once: 300 ms after the last key, at once on Enter and when
   * cleared. `onChange` has the text of every key.
   */
  readonly onSearch?: ((text: string) => void) | undefined
  readonly label?: ReactNode
  /** Accessible name if there is no `label`; default the translated "Search". */
  readonly 'aria-label'?: string | undefined
  readonly placeholder?: string
  readonly size?: FieldSize
  /** Milliseconds; default 300. The first value is kept. */
  readonly wait?: number
  /** Shows a spinner while results load. Default false. */
  readonly busy?: boolean
  /** Number of results, announced to screen readers. */
  readonly results?: number
}

/** A search or filter field (U10). */
export function SearchBox({
  ref,
  onSearch,
  value,
  defaultValue = '',
  onChange,
  label,
  'aria-label': ariaLabel,
  placeholder,
  size = 'standard',
  wait,
  busy = false,
  results,
  disabled = false,
  readOnly = false,
  ...rest
}: SearchBoxProps) {
  const strings = useUiStrings()
  const input = useControlRef(ref)
  const field = useFieldValue({ value, defaultValue, onChange, control: input })
  const { text, model, write } = useSearch(field, { onSearch, wait })
  const clear = () => {
    write('')
    model.flush()
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent)) return
    if (event.key === 'Enter') model.flush()
    if (event.key !== 'Escape' || text === '' || readOnly) return
    // Keeps a popup around the box open: the first Escape clears, the second closes.
    event.preventDefault()
    clear()
  }
  return (
    <>
      <TextField
        {...rest}
        ref={input}
        type="search"
        {...(label === undefined ? { 'aria-label': ariaLabel ?? strings.search } : { label })}
        size={size}
        placeholder={placeholder ?? strings.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        disabled={disabled}
        readOnly={readOnly}
        start={busy ? <Spinner /> : <Icon of={Search} />}
        end={text !== '' && !disabled && !readOnly ? <ClearSearch onPress={clear} /> : undefined}
        onChange={write}
        onKeyDown={onKeyDown}
        onCompositionStart={model.compose}
        onCompositionEnd={(event) => model.composed(event.currentTarget.value)}
      />
      <ResultStatus count={text === '' || busy ? undefined : results} />
    </>
  )
}

function ClearSearch({ onPress }: { readonly onPress: () => void }) {
  const strings = useUiStrings()
  return (
    <IconButton
      size="mini"
      icon={<Shape of={CROSS} size={14} />}
      label={strings.clear}
      onClick={onPress}
    />
  )
}

/** Announces the number of results. */
function ResultStatus({ count }: { readonly count: number | undefined }) {
  const strings = useUiStrings()
  return (
    <VisuallyHidden>
      <span role="status">{count === undefined ? '' : strings.resultCount({ count })}</span>
    </VisuallyHidden>
  )
}

/** Searches for the text of a field when typing pauses. */
function useSearch(
  [text, setText]: readonly [string, (text: string) => void],
  {
    onSearch,
    wait,
  }: Pick<SearchBoxProps, 'onSearch'> & { readonly wait: SearchBoxProps['wait'] | undefined },
) {
  const [model] = useState(() =>
    createSearch({
      clock: browserClock(),
      searched: text,
      ...(wait === undefined ? {} : { wait }),
    }),
  )
  const search = useEffectEvent((found: string) => onSearch?.(found))
  useEffect(() => model.onSearch((found) => search(found)), [model])
  useEffect(() => model.dispose, [model])
  const isTyped = useRef(false)
  // After a key the text is the user's, possibly changed by the caller; otherwise it is the
  // caller's.
  useEffect(() => {
    if (isTyped.current) model.type(text)
    else model.show(text)
  }, [model, text])
  useEffect(() => {
    isTyped.current = false
  })
  const write = (next: string) => {
    isTyped.current = true
    model.type(next)
    setText(next)
  }
  return { text, model, write }
}
