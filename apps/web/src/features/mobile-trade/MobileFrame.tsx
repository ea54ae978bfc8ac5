import { IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { selectRealm } from '../../data/store/slice.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useMarginMessages } from '../../lib/messages/messages.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useLocalePath, usePagePath } from '../../lib/router/paths.ts'
import styles from './mobileTrade.module.css'
import { keepOfflineShell } from './offlineShell.ts'
import { useHandOver } from './useHandOver.ts'

/**
 * Around a trade page of a phone that a native shell may open: no navigation of the site, a way
 * back of its own.
 */
export function MobileFrame({ children }: { readonly children: ReactNode }) {
  const t = useMarginMessages()
  const title = useTitle()
  const isPaper = useAppSelector(selectRealm) === 'paper'
  useHandOver()
  useEffect(keepOfflineShell, [])
  // The pages of the site have the same names.
  usePageTitle(`${title} · ${t('shell.trade')}`)
  return (
    <div className={styles['frame']}>
      <header className={styles['bar']}>
        <IconButton
          icon={<Icon of={ArrowLeft} size={20} className={styles['back']} />}
          label={t('trade.back')}
          onClick={useBack()}
        />
        <Title className={styles['title']}>{title}</Title>
        {isPaper ? <span className={styles['paper']}>{t('realm.paper')}</span> : null}
      </header>
      {children}
    </div>
  )
}

/** Pages whose content begins with a heading of its own. */
const WITH_HEADING: readonly string[] = ['trade-asset']

function Title(props: { readonly className: string | undefined; readonly children: string }) {
  const Tag = WITH_HEADING.includes(usePagePath().split('/')[1] ?? '') ? 'p' : 'h1'
  return <Tag {...props} />
}

function useTitle(): string {
  const t = useMarginMessages()
  const titles: Readonly<Record<string, string>> = {
    '/trade-spot': t('shell.spot'),
    '/trade-margin': t('margin.title'),
    '/trade-swap': t('shell.futures'),
    '/trade-info': t('shell.markets'),
    '/trade-asset-order': t('shell.orders'),
    '/trade-asset': t('shell.assets'),
  }
  const [, page = ''] = usePagePath().split('/')
  return titles[`/${page}`] ?? t('shell.trade')
}

/** Where the reader came from; the terminal where this page was the first one. */
function useBack(): () => void {
  const navigate = useNavigate()
  const { key } = useLocation()
  const to = useLocalePath()
  return () => void (key === 'default' ? navigate(to('/spot'), { replace: true }) : navigate(-1))
}
