import { Dialog } from '@x/ui/dialog'
import { EmptyState } from '@x/ui/empty-state'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { SearchTexts } from '../../lib/lazy/SearchTexts.tsx'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { useSearchMessages } from '../../lib/messages/messages.ts'
import { useGo } from '../../lib/router/paths.ts'
import styles from './search.module.css'
import { findItems, movedChoice, type SearchItem } from './searchItems.ts'
import { useSearchItems } from './useSearchItems.ts'

export interface SearchDialogProps {
  readonly onClose: () => void
}

/** Searches pairs, pages and help; arrows choose, Enter opens. */
export default function SearchDialog(props: SearchDialogProps) {
  return (
    <SearchTexts>
      <Search {...props} />
    </SearchTexts>
  )
}

function Search({ onClose }: SearchDialogProps) {
  const t = useSearchMessages()
  return (
    <Dialog open onOpenChange={onClose} title={t('shell.search')} size="medium">
      <SearchBody onClose={onClose} />
    </Dialog>
  )
}

function SearchBody({ onClose }: SearchDialogProps) {
  const t = useSearchMessages()
  const go = useGo()
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const [read, setRead] = useState<string | undefined>(undefined)
  const found = findItems(useSearchItems(), query)
  const chosen = found[at]
  const list = useRef<HTMLDivElement>(null)
  useEffect(
    () => list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }),
    [at],
  )
  const open = (item: SearchItem) => {
    if (item.path === undefined) return setRead(item.id === read ? undefined : item.id)
    onClose()
    go(item.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Safari marks the Enter that ends a composition by this number only.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === 229) return
    if (event.key === 'Enter') {
      event.preventDefault()
      if (chosen) open(chosen)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAt(movedChoice(at, { key: event.key, count: found.length }))
    }
  }
  const optionId = (item: SearchItem) => `${id}-${item.kind}-${item.id}`
  return (
    <div className={styles['search']}>
      <input
        className={styles['field']}
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={chosen && optionId(chosen)}
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        value={query}
        // The field is what the dialog was opened for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        ref={list}
        id={`${id}-list`}
        className={styles['list']}
        role="listbox"
        aria-label={t('shell.search')}
      >
        {found.map((item, place) => (
          <Result
            key={optionId(item)}
            id={optionId(item)}
            item={item}
            heading={found[place - 1]?.kind === item.kind ? undefined : t(`search.${item.kind}`)}
            isChosen={place === at}
            isRead={read === item.id}
            onHover={() => setAt(place)}
            onPick={() => open(item)}
          />
        ))}
      </div>
      {found.length === 0 ? <EmptyState>{t('search.none')}</EmptyState> : null}
    </div>
  )
}

interface ResultProps {
  readonly id: string
  readonly item: SearchItem
  /** Above the first result of a kind. */
  readonly heading: string | undefined
  readonly isChosen: boolean
  /** Whether its help text is shown in full. */
  readonly isRead: boolean
  readonly onHover: () => void
  readonly onPick: () => void
}

function Result({ id, item, heading, isChosen, isRead, onHover, onPick }: ResultProps) {
  const base = item.title.split('/')[0] ?? ''
  return (
    <>
      {heading === undefined ? null : (
        <div className={styles['heading']} role="presentation">
          {heading}
        </div>
      )}
      {/* Keys are those of the field, which keeps the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events */}
      <div
        id={id}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        className={styles['result']}
        data-read={isRead || undefined}
        onPointerMove={isChosen ? undefined : onHover}
        onClick={onPick}
      >
        {item.kind === 'pair' ? <CoinIcon asset={base} size={20} /> : null}
        <bdi className={styles['name']}>{item.title}</bdi>
        {item.detail === undefined ? null : <span className={styles['detail']}>{item.detail}</span>}
      </div>
    </>
  )
}
