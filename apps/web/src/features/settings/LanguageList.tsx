import { htmlAttributes, LOCALE_TABLE, type Locale, switchLocale } from '@x/locale'
import { useLocale } from '@x/locale/react'
import { SearchBox } from '@x/ui/search-box'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { Link } from '../../lib/router/Link.tsx'
import { PageTexts } from '../../lib/lazy/PageTexts.tsx'
import { useServices } from '../../lib/services/servicesContext.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { searchLanguages } from './searchLanguages.ts'
import styles from './settings.module.css'

/**
 * Every language under its own name, in its own script and direction, as a link that can also be
 * opened beside.
 */
export function LanguageList(props: { readonly onDone: () => void }) {
  return (
    <PageTexts>
      <Languages {...props} />
    </PageTexts>
  )
}

function Languages({ onDone }: { readonly onDone: () => void }) {
  const t = usePageMessages()
  const { preferences } = useServices()
  const { locale } = useLocale()
  const { pathname, search, hash } = useLocation()
  const [query, setQuery] = useState('')
  const found = searchLanguages(query, { locale })
  const choose = (next: Locale, event: MouseEvent) => {
    // Opened in another tab or window: this one stays as it is.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return
    preferences.set({ locale: next })
    onDone()
  }
  return (
    // The handler only moves the focus between controls inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div role="search" className={styles['languages']} onKeyDown={moveFocus}>
      <SearchBox
        size="small"
        aria-label={t('settings.searchLanguage')}
        placeholder={t('settings.searchLanguage')}
        onSearch={setQuery}
        results={found.length}
      />
      {found.length === 0 ? <p className={styles['none']}>{t('settings.noLanguage')}</p> : null}
      <ul className={styles['list']}>
        {found.map((key) => (
          <li key={key} ref={key === locale ? showInTheMiddle : undefined}>
            <Link
              to={switchLocale(pathname, key) + search + hash}
              replace
              className={styles['language']}
              hrefLang={htmlAttributes(key).lang}
              {...htmlAttributes(key)}
              aria-current={key === locale ? 'true' : undefined}
              onClick={(event) => choose(key, event)}
            >
              {LOCALE_TABLE[key].name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Half of the languages stand below the edge of the list: one's own is in sight as it opens. */
function showInTheMiddle(item: HTMLLIElement | null): void {
  const list = item?.parentElement
  if (list)
    list.scrollTop = item.offsetTop - list.offsetTop - (list.clientHeight - item.offsetHeight) / 2
}

/** The arrow keys move from the search field through the languages. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')]
  const next = stops[stops.indexOf(document.activeElement as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
