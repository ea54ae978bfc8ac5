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
import { Icon } from '../icon/Icon.tsx'
import { Shape } from '../icon/Shape.tsx'
import { CROSS } from '../icon/shapes.ts'
import { isOfInputMethod } from '../layer/inputMethod.ts'
import { useUiStrings } from '../provider/useUiStrings.ts'
import { Spinner } from '../skeleton/Skeleton.tsx'
import { TextField } from '../text-field/TextField.tsx'
import { VisuallyHidden } from '../visually-hidden/VisuallyHidden.tsx'
import { createSearch } from './createSearch.ts'

export interface SearchBoxProps {
  /**
   * Each text once, trimmed: 300 ms after its last key, at once on Enter and when it is cleared.
   */
  readonly onSearch: (text: string) => void
  /** The text in the box, where the caller keeps it. */
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (text: string) => void
  readonly label?: ReactNode
  /** The name where no label is drawn; default the word for searching. */
  readonly 'aria-label'?: string
  readonly placeholder?: string
  readonly size?: FieldSize
  /** Milliseconds; default 300. The first one given is kept. */
  readonly wait?: number
  /** The answer is on its way. */
  readonly busy?: boolean
  /** How many were found, for readers. */
  readonly results?: number
  readonly disabled?: boolean
  readonly name?: string
  readonly id?: string
  readonly className?: string | undefined
}

/** U10: a text to search or filter by. */
export function SearchBox({
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
  name,
  id,
  className,
}: SearchBoxProps) {
  const strings = useUiStrings()
  const input = useRef<HTMLInputElement>(null)
  const [own, setOwn] = useState(defaultValue)
  const text = value ?? own
  const [model] = useState(() =>
    createSearch({ clock: browserClock(), told: text, ...(wait === undefined ? {} : { wait }) }),
  )
  const hear = useEffectEvent(onSearch)
  useEffect(() => model.onSearch((told) => hear(told)), [model])
  useEffect(() => model.dispose, [model])
  const typed = useRef(false)
  // What follows a key is its text, as the caller wrote it down; any other text is the caller's
  // own.
  useEffect(() => {
    if (typed.current) model.type(text)
    else model.show(text)
  }, [model, text])
  useEffect(() => {
    typed.current = false
  })
  const write = (next: string) => {
    typed.current = true
    model.type(next)
    setOwn(next)
    onChange?.(next)
  }
  const clear = () => {
    write('')
    model.flush()
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return
    if (event.key === 'Enter') model.flush()
    if (event.key !== 'Escape' || text === '') return
    // A popup around the box stays open: the first Escape empties, the next one shuts.
    event.preventDefault()
    clear()
  }
  return (
    <>
      <TextField
        ref={input}
        type="search"
        {...(label === undefined ? { 'aria-label': ariaLabel ?? strings.search } : { label })}
        {...(id === undefined ? {} : { id })}
        className={className}
        name={name}
        size={size}
        placeholder={placeholder ?? strings.search}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        disabled={disabled}
        start={busy ? <Spinner /> : <Icon of={Search} />}
        end={
          text !== '' && !disabled ? (
            <IconButton
              size="mini"
              icon={<Shape of={CROSS} size={14} />}
              label={strings.clear}
              onClick={clear}
            />
          ) : undefined
        }
        onChange={write}
        onKeyDown={onKeyDown}
        onCompositionStart={model.compose}
        onCompositionEnd={(event) => model.composed(event.currentTarget.value)}
      />
      <VisuallyHidden>
        <span role="status">
          {results === undefined || text === '' || busy
            ? ''
            : strings.resultCount({ count: results })}
        </span>
      </VisuallyHidden>
    </>
  )
}
