import { useDates } from '@x/locale/react'
import { Button, ButtonLink } from '@x/ui/button'
import { EmptyState, ErrorState } from '@x/ui/empty-state'
import { SkeletonRows } from '@x/ui/skeleton'
import { Switch } from '@x/ui/switch'
import { useNetworkName } from '../../data/deposits/api.ts'
import {
  type BookEntry,
  useAddressBook,
  useWithdrawalSettings,
} from '../../data/withdrawals/api.ts'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { usePageMessages, useWalletMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useConfirm } from '../../lib/services/useConfirm.ts'
import { AddEntry, NoPassword } from './BookForms.tsx'
import { useBookChange } from './useBookChange.ts'
import styles from './withdraw.module.css'

/** Addresses that the user keeps, and what they may do without more questions. */
export function AddressBookPage() {
  const t = useWalletMessages()
  usePageTitle(t('addressBook.title'))
  const to = useLocalePath()
  const { data: book, error, isLoading, refetch } = useAddressBook()
  const { data: settings } = useWithdrawalSettings()
  return (
    <div className={styles['page']}>
      <div className={styles['side']}>
        <section className={styles['card']} aria-labelledby="add-entry">
          <h2 id="add-entry" className={styles['heading']}>
            {t('addressBook.add')}
          </h2>
          {settings ? <AddEntry coins={settings.coins} /> : <SkeletonRows rows={4} />}
        </section>
        {settings ? <NoPassword cap={settings.noPasswordCap} /> : null}
      </div>
      <section className={styles['card']} aria-labelledby="book">
        <div className={styles['bar']}>
          <h1 id="book" className={styles['title']}>
            {t('addressBook.title')}
          </h1>
          <ButtonLink
            size="small"
            variant="ghost"
            render={(props) => <Link {...props} to={to('/asset/withdraw')} />}
          >
            {t('withdraw.title')}
          </ButtonLink>
        </div>
        {isLoading ? <SkeletonRows rows={4} /> : null}
        {error && !book ? (
          <ErrorState
            title={t('orders.failed')}
            onRetry={() => void refetch()}
            traceId={failureOf(error).traceId}
          >
            {serverText(error, t)}
          </ErrorState>
        ) : null}
        {book ? <Whitelist enabled={book.whitelist} /> : null}
        {book?.items.length === 0 ? <EmptyState>{t('addressBook.empty')}</EmptyState> : null}
        <ul className={styles['entries']}>
          {book?.items.map((entry) => (
            <Entry key={entry.bookId} entry={entry} />
          ))}
        </ul>
      </section>
    </div>
  )
}

/** Turning it off stops withdrawals for a day, so that a thief gains nothing by it. */
function Whitelist({ enabled }: { readonly enabled: boolean }) {
  const t = useWalletMessages()
  const confirm = useConfirm()
  const { isBusy, change } = useBookChange()
  const toggle = async (wanted: boolean) => {
    if (!wanted) {
      const message = t('addressBook.stops')
      const isMeant = await confirm({ title: t('addressBook.only'), message })
      if (!isMeant) return
    }
    await change('addressBook', { key: 'POST /v1/asset/book/whitelist', data: { enabled: wanted } })
  }
  return (
    <Switch checked={enabled} disabled={isBusy} onChange={(wanted) => void toggle(wanted)}>
      {t('addressBook.only')}
    </Switch>
  )
}

function Entry({ entry }: { readonly entry: BookEntry }) {
  const t = useWalletMessages()
  const p = usePageMessages()
  const dates = useDates()
  const nameOf = useNetworkName()
  const { clock } = useServices()
  const confirm = useConfirm()
  const { isBusy, change } = useBookChange()
  const { bookId, label, network, address, usableAt } = entry
  const remove = async () => {
    const message = t('addressBook.remove', { name: label })
    const isMeant = await confirm({ title: p('account.remove'), message })
    if (!isMeant) return
    await change('addressBook', { key: 'POST /v1/asset/book/remove', data: { bookId } })
  }
  return (
    <li className={styles['entry']}>
      <span className={styles['line']}>
        <strong>
          <bdi>{label}</bdi>
        </strong>
        <span className={styles['muted']}>
          <bdi>{nameOf(network)}</bdi>
        </span>
      </span>
      <bdi className={styles['code']}>{address}</bdi>
      <span className={styles['line']}>
        <span className={styles['muted']}>
          {usableAt > clock.now()
            ? t('addressBook.from', { time: dates.timestamp(usableAt) })
            : t('addressBook.ready')}
        </span>
        <Button size="mini" loading={isBusy} onClick={() => void remove()}>
          {p('account.remove')}
        </Button>
      </span>
    </li>
  )
}
