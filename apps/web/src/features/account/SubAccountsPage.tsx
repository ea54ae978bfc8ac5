import { useDates, useNumbers } from '@x/locale/react'
import { safeText } from '@x/sanitize'
import { Badge } from '@x/ui/badge'
import { Button, ButtonLink } from '@x/ui/button'
import { EmptyState } from '@x/ui/empty-state'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import { CoinIcon } from '../../lib/coins/CoinIcon.tsx'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { useAppSelector } from '../../data/store/hooks.ts'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { Pictured } from '../../lib/pictures/Pictured.tsx'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { ForUsers } from '../auth/index.ts'
import { selectUser } from '../../data/store/slice.ts'
import styles from './account.module.css'
import { AccountLayout } from './AccountLayout.tsx'
import {
  type SubAccount,
  type SubAccountFunds,
  useSubAccountFunds,
  useSubAccounts,
} from '../../data/account/api.ts'
import { ManageSubAccount } from './ManageSubAccount.tsx'
import { Row, Section } from './Section.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { useChange } from './useChange.ts'
import { useIsOwnSub } from './useIsOwnSub.ts'
import { useSwitchAccount } from './useSwitchAccount.ts'

/** Trading accounts of one holder: made, seen, entered and left. */
export function SubAccountsPage() {
  return (
    <ForUsers>
      <SubAccounts />
    </ForUsers>
  )
}

function SubAccounts() {
  const t = useGuardMessages()
  const enteredFrom = useAppSelector(selectUser)?.enteredFrom
  const { isBusy, switchTo } = useSwitchAccount()
  if (useIsOwnSub()) return <PageMessage>{t('account.ofMain')}</PageMessage>
  if (enteredFrom !== undefined)
    return (
      <PageMessage
        action={
          <Button
            variant="primary"
            loading={isBusy}
            onClick={() => switchTo({ userId: enteredFrom })}
          >
            {t('shell.backToMain')}
          </Button>
        }
      >
        {t('subAccount.inside')}
      </PageMessage>
    )
  return (
    <StepUpProvider>
      <AccountLayout title={t('shell.subAccounts')}>
        <OwnSubAccounts />
      </AccountLayout>
    </StepUpProvider>
  )
}

const NONE: readonly never[] = []

function OwnSubAccounts() {
  const t = useGuardMessages()
  const { data = NONE, isLoading, error: failure, refetch } = useSubAccounts()
  const { data: funds = NONE } = useSubAccountFunds()
  const entering = useSwitchAccount()
  return (
    <>
      <Section
        title={t('shell.subAccounts')}
        text={t('subAccount.text')}
        isLoading={isLoading}
        failure={failure}
        onRetry={() => void refetch()}
      >
        {data.length === 0 && failure === undefined ? (
          <EmptyState>
            <Pictured of="list">{t('subAccount.none')}</Pictured>
          </EmptyState>
        ) : null}
        <ul className={styles['list']}>
          {data.map((account) => (
            <SubAccountRow
              key={account.userId}
              account={account}
              isBusy={entering.isBusy}
              assets={funds.find(({ userId }) => userId === account.userId)?.assets ?? NONE}
              onEnter={() => entering.switchTo({ userId: account.userId, page: '/asset' })}
            />
          ))}
        </ul>
      </Section>
      <NewSubAccount />
    </>
  )
}

/** Opens one more, under a name. */
function NewSubAccount() {
  const t = useGuardMessages()
  const { isBusy, error, change } = useChange()
  const [label, setLabel] = useState('')
  const create = async (event: FormEvent) => {
    event.preventDefault()
    const name = label.trim()
    if (name === '') return
    const isDone = await change(async ({ prove, send }) => {
      const verifyToken = await prove('subAccount')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/sub-account/create', { label: name, verifyToken })
      return t('subAccount.created', { name })
    })
    if (isDone) setLabel('')
  }
  return (
    <Section title={t('subAccount.new')} error={error}>
      <form className={styles['add']} onSubmit={(event) => void create(event)}>
        <TextField
          label={t('subAccount.name')}
          autoComplete="off"
          maxLength={40}
          value={label}
          onChange={setLabel}
        />
        <Button
          type="submit"
          variant="primary"
          loading={isBusy}
          disabled={label.trim() === ''}
          disabledReason={t('subAccount.needsName')}
        >
          {t('subAccount.create')}
        </Button>
      </form>
    </Section>
  )
}

/** What is in it, each with its coin's icon. */
function AssetTotals({ assets }: Pick<SubAccountFunds, 'assets'>) {
  const numbers = useNumbers()
  if (assets.length === 0) return null
  return (
    <span className={styles['holdings']}>
      {assets.map(({ asset, total }) => (
        <span key={asset} className={styles['holding']}>
          <CoinIcon asset={asset} size={16} />
          <bdi>
            {numbers.number(total, { digits: 8, trim: true })} {asset}
          </bdi>
        </span>
      ))}
    </span>
  )
}

function SubAccountRow({
  account,
  assets,
  isBusy,
  onEnter,
}: {
  readonly account: SubAccount
  readonly assets: SubAccountFunds['assets']
  readonly isBusy: boolean
  readonly onEnter: () => void
}) {
  const t = useGuardMessages()
  const to = useLocalePath()
  const dates = useDates()
  const [isManaged, setManaged] = useState(false)
  const { userId, label, createdAt, rights, isFrozen, email } = account
  const name = safeText(label)
  return (
    <>
      <Row
        mark={[...name][0]?.toLocaleUpperCase()}
        title={
          <>
            <bdi>{name}</bdi> <Badge>{t(`guard.rights.${rights}`)}</Badge>
            {isFrozen ? <Badge tone="warning">{t('guard.frozen')}</Badge> : null}
          </>
        }
        action={
          <span className={styles['actions']}>
            <ButtonLink
              size="small"
              aria-label={`${t('transfer.title')}: ${name}`}
              render={(props) => <Link {...props} to={to('/asset/transfer')} />}
            >
              {t('transfer.title')}
            </ButtonLink>
            <Button
              size="small"
              aria-expanded={isManaged}
              aria-label={`${t('guard.rights')}: ${name}`}
              onClick={() => setManaged(!isManaged)}
            >
              {t('guard.rights')}
            </Button>
            <Button
              size="small"
              loading={isBusy}
              aria-label={`${t('subAccount.enter')}: ${name}`}
              onClick={onEnter}
            >
              {t('subAccount.enter')}
            </Button>
          </span>
        }
      >
        <bdi>{userId}</bdi> · {t('account.addedAt', { time: dates.timestamp(createdAt, 'date') })}
        {email === null ? null : (
          <>
            {' '}
            · <bdi>{email}</bdi>
          </>
        )}
        <AssetTotals assets={assets} />
      </Row>
      {isManaged ? <ManageSubAccount account={account} /> : null}
    </>
  )
}
