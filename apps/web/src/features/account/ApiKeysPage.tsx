import { useDates } from '@x/locale/react'
import { safeText } from '@x/sanitize'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { Select } from '@x/ui/select'
import { SkeletonRows } from '@x/ui/skeleton'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type ApiKey, useApiKeys, useSubAccounts } from '../../data/account/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { useApiKeyMessages } from '../../lib/messages/messages.ts'
import { ForUsers } from '../auth/index.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import styles from './account.module.css'
import { AccountLayout } from './AccountLayout.tsx'
import { ApiKeyTexts } from './ApiKeyTexts.tsx'
import { KeyDialog } from './KeyDialog.tsx'
import { NewKeyDialog } from './NewKeyDialog.tsx'
import { Row, Section } from './Section.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { useIsOwnSub } from './useIsOwnSub.ts'
import { useKeyChanges } from './useKeyChanges.ts'
import { useSwitchAccount } from './useSwitchAccount.ts'

const NONE: readonly never[] = []

/** Keys that programs trade with, of the account and of its sub-accounts. */
export function ApiKeysPage() {
  return (
    <ForUsers>
      <ApiKeyTexts>
        <ApiKeys />
      </ApiKeyTexts>
    </ForUsers>
  )
}

function ApiKeys() {
  const t = useApiKeyMessages()
  const enteredFrom = useAppSelector(selectUser)?.enteredFrom
  const { isBusy, switchTo } = useSwitchAccount()
  const isOwnSub = useIsOwnSub()
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
        {t('apiKeys.inside')}
      </PageMessage>
    )
  return (
    <StepUpProvider>
      <AccountLayout title={t('account.apiKeys')}>
        {isOwnSub ? <KeyList account="" /> : <KeysOfAccounts />}
        <DocsLink />
      </AccountLayout>
    </StepUpProvider>
  )
}

/** The own account is `''`. */
function KeysOfAccounts() {
  const t = useApiKeyMessages()
  const { data: subAccounts = NONE, isLoading } = useSubAccounts()
  const isOfSub = useLocation().pathname.endsWith('/subaccount/setting/api')
  const [chosen, setChosen] = useState<string>()
  const account = chosen ?? (isOfSub ? (subAccounts[0]?.userId ?? '') : '')
  // The keys are asked for meanwhile, and shown where they stay.
  return (
    <>
      {isLoading ? <SkeletonRows rows={4} /> : null}
      <div className={styles['keys']} data-to-come={isLoading || undefined}>
        {subAccounts.length === 0 ? null : (
          <Select
            label={t('apiKeys.account')}
            options={[
              { value: '', label: t('apiKeys.mainAccount') },
              ...subAccounts.map(({ userId, label }) => ({
                value: userId,
                label: safeText(label),
              })),
            ]}
            value={account}
            onChange={(value) => setChosen(value ?? '')}
          />
        )}
        <KeyList key={account} account={account} />
      </div>
    </>
  )
}

/** Leads to a page of the gateway's, outside of the app. */
function DocsLink() {
  const t = useApiKeyMessages()
  const { config } = useServices()
  return (
    <p className={styles['text']}>
      <a href={`${config.gatewayOrigin}/api-docs`} target="_blank" rel="noopener">
        {t('apiKeys.docs')}
      </a>
    </p>
  )
}

function KeyList({ account }: { readonly account: string }) {
  const t = useApiKeyMessages()
  const isPaper = useAppSelector(selectUser)?.realm === 'paper'
  const { data = NONE, isLoading, error: failure, refetch } = useApiKeys(account)
  const changes = useKeyChanges(account)
  const { isBusy, error, dialog } = changes
  return (
    <Section
      title={t('account.apiKeys')}
      text={t('apiKeys.text')}
      action={
        <Button size="small" variant="primary" onClick={() => changes.begin()}>
          {t('apiKeys.create')}
        </Button>
      }
      error={dialog === undefined ? error : undefined}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
    >
      {data.length === 0 && failure === undefined ? (
        <p className={styles['text']}>{t('apiKeys.empty')}</p>
      ) : null}
      <ul className={styles['list']}>
        {data.map((key) => (
          <KeyRow
            key={key.apiKey}
            apiKey={key}
            isBusy={isBusy}
            onEdit={changes.begin}
            onRevoke={changes.revoke}
          />
        ))}
      </ul>
      <OpenDialog isPaper={isPaper} changes={changes} />
    </Section>
  )
}

function OpenDialog({
  isPaper,
  changes,
}: {
  readonly isPaper: boolean
  readonly changes: ReturnType<typeof useKeyChanges>
}) {
  const { dialog, isBusy, error, close } = changes
  if (dialog === undefined) return null
  if (dialog !== 'create' && 'made' in dialog)
    return <NewKeyDialog made={dialog.made} onClose={close} />
  const of = dialog === 'create' ? undefined : dialog.of
  return (
    <KeyDialog
      of={of}
      isPaper={isPaper}
      isBusy={isBusy}
      error={error}
      onWanted={(wanted) => void (of ? changes.edit(of, wanted) : changes.create(wanted))}
      onClose={close}
    />
  )
}

interface KeyRowProps {
  readonly apiKey: ApiKey
  readonly isBusy: boolean
  readonly onEdit: (key: ApiKey) => void
  readonly onRevoke: (key: ApiKey) => Promise<unknown>
}

function KeyRow({ apiKey: key, isBusy, onEdit, onRevoke }: KeyRowProps) {
  const t = useApiKeyMessages()
  const dates = useDates()
  const [isAsking, setAsking] = useState(false)
  const name = safeText(key.label)
  const time = (at: number) => dates.timestamp(at, 'minute')
  return (
    <>
      <Row
        title={<bdi>{name}</bdi>}
        action={
          <span className={styles['actions']}>
            <Button
              size="small"
              aria-label={`${t('apiKeys.edit')}: ${name}`}
              onClick={() => onEdit(key)}
            >
              {t('apiKeys.edit')}
            </Button>
            <Button
              size="small"
              loading={isBusy}
              aria-label={`${t('apiKeys.revoke')}: ${name}`}
              onClick={() => setAsking(true)}
            >
              {t('apiKeys.revoke')}
            </Button>
          </span>
        }
      >
        <span className={styles['keyFacts']}>
          <bdi className={styles['keyText']}>{key.apiKey}</bdi>
          <span>{key.permissions.map((each) => t(`apiKeys.${each}`)).join(' · ')}</span>
          {key.addresses.length === 0 ? null : <bdi>{key.addresses.join(', ')}</bdi>}
          {key.symbols.length === 0 ? null : <bdi>{key.symbols.join(', ')}</bdi>}
          <span>{t('account.addedAt', { time: dates.timestamp(key.createdAt, 'date') })}</span>
          <span>
            {key.lastUsedAt === null
              ? t('apiKeys.unused')
              : t('apiKeys.lastUsed', {
                  time: time(key.lastUsedAt),
                  address: key.lastAddress ?? '',
                })}
          </span>
          {key.expiresAt === null ? null : (
            <span>{t('apiKeys.ends', { time: dates.timestamp(key.expiresAt, 'date') })}</span>
          )}
        </span>
      </Row>
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('apiKeys.revokeTitle', { name })}
        footer={
          <Button
            variant="primary"
            onClick={() => {
              setAsking(false)
              void onRevoke(key)
            }}
          >
            {t('apiKeys.revoke')}
          </Button>
        }
      >
        {t('apiKeys.revokeText')}
      </Dialog>
    </>
  )
}
