import { type ReactNode, useId, useMemo } from 'react'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { NavItem } from '../../lib/router/NavItem.tsx'
import { usePagePath } from '../../lib/router/paths.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { DECIDE_PATH } from '../qr/index.ts'
import { selectUser } from '../../data/store/slice.ts'
import { nameOf } from '../../data/session/thunks.ts'
import styles from './account.module.css'
import { PageHeading } from './pageHeading.ts'

const MAIL_PATH = '/account/setting/mail'

/** A page of the account: the list of its sections at the side, on a narrow screen above it. */
export function AccountLayout({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}) {
  const t = usePageMessages()
  const user = useAppSelector(selectUser)
  const path = usePagePath()
  const isOfSub = path.startsWith('/subaccount/setting/')
  // A page of the list has an entry of its own; other settings are security.
  const isNamed = path === MAIL_PATH || path === DECIDE_PATH
  const id = useId()
  const heading = useMemo(() => ({ id, title }), [id, title])
  usePageTitle(isOfSub ? `${title} · ${t('shell.subAccounts')}` : title)
  return (
    <div className={styles['layout']}>
      <div className={styles['side']}>
        {user ? (
          <p className={styles['lead']}>
            <bdi>{nameOf(user)}</bdi>
          </p>
        ) : null}
        <nav aria-label={t('shell.account')} className={styles['sections']}>
          <NavItem path="/account/setting" isExact={isNamed} className={styles['place']}>
            {t('account.security')}
          </NavItem>
          <NavItem path="/account/sub-account" className={styles['place']}>
            {t('shell.subAccounts')}
          </NavItem>
          <NavItem path="/account/newapi" className={styles['place']}>
            {t('account.apiKeys')}
          </NavItem>
          <NavItem path={MAIL_PATH} className={styles['place']}>
            {t('account.mail')}
          </NavItem>
          <NavItem path={DECIDE_PATH} className={styles['place']}>
            {t('qr.decideTitle')}
          </NavItem>
        </nav>
      </div>
      <div className={styles['page']}>
        <h1 id={id} className={styles['title']}>
          {title}
        </h1>
        <PageHeading value={heading}>{children}</PageHeading>
      </div>
    </div>
  )
}
