import { useDates } from '@x/locale/react'
import { safeText } from '@x/sanitize'
import { Button } from '@x/ui/button'
import { TextField } from '@x/ui/text-field'
import { type FormEvent, useState } from 'react'
import {
  type SecurityEvent,
  useSecurityHistory,
  useSecurityOverview,
} from '../../data/account/api.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectUser } from '../../data/store/slice.ts'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { useGuardMessages } from '../../lib/messages/messages.ts'
import { usePagePath } from '../../lib/router/paths.ts'
import { deviceName, ForUsers, NewPasswordField, passwordFault } from '../auth/index.ts'
import styles from './account.module.css'
import { AccountLayout } from './AccountLayout.tsx'
import { Devices } from './Devices.tsx'
import { Row, Section } from './Section.tsx'
import { StepUpProvider } from './StepUpProvider.tsx'
import { useChange } from './useChange.ts'
import { useSwitchAccount } from './useSwitchAccount.ts'

const NONE: readonly never[] = []

/** Password, anti-phishing code, devices and history; each has an address, which shows it first. */
export function GuardPage() {
  return (
    <ForUsers>
      <Guard />
    </ForUsers>
  )
}

/** Who is inside a sub-account sees where it is logged in and what happened to it. */
const PARTS = [
  { name: 'password', title: 'login.password', Part: Password, isSeenInside: false },
  { name: 'antiphishing', title: 'guard.antiphishing', Part: Antiphishing, isSeenInside: false },
  { name: 'devices', title: 'account.devices', Part: Devices, isSeenInside: true },
  { name: 'history', title: 'guard.history', Part: History, isSeenInside: true },
] as const

function Guard() {
  const t = useGuardMessages()
  const user = useAppSelector(selectUser)
  const path = usePagePath()
  if (!user) return null
  const { enteredFrom } = user
  const asked = PARTS.find(({ name }) => path.endsWith(`/${name}`))
  const isOpen = (part: (typeof PARTS)[number]) => enteredFrom === undefined || part.isSeenInside
  if (enteredFrom !== undefined && !(asked && isOpen(asked)))
    return <OfMainAccount userId={enteredFrom} />
  const parts = asked ? [asked, ...PARTS.filter((part) => part !== asked)] : PARTS
  return (
    <StepUpProvider>
      <AccountLayout title={t(asked?.title ?? 'guard.title')}>
        {parts.filter(isOpen).map(({ name, Part }) => (
          <Part key={name} />
        ))}
      </AccountLayout>
    </StepUpProvider>
  )
}

function OfMainAccount({ userId }: { readonly userId: string }) {
  const t = useGuardMessages()
  const { isBusy, switchTo } = useSwitchAccount()
  return (
    <PageMessage
      action={
        <Button variant="primary" loading={isBusy} onClick={() => switchTo({ userId })}>
          {t('shell.backToMain')}
        </Button>
      }
    >
      {t('account.ofMain')}
    </PageMessage>
  )
}

function Password() {
  const t = useGuardMessages()
  const dates = useDates()
  const { data: overview } = useSecurityOverview()
  const { isBusy, error, change } = useChange()
  const [pwd, setPwd] = useState('')
  const [isTried, setTried] = useState(false)
  const fault = passwordFault(pwd)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (fault) return
    const isDone = await change(async ({ prove, send }) => {
      const verifyToken = await prove('password')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/password/change', { pwd, verifyToken })
      return t('guard.passwordChanged')
    })
    if (!isDone) return
    setPwd('')
    setTried(false)
  }
  const heldUntil = overview?.heldUntil ?? undefined
  return (
    <Section title={t('login.password')} text={t('guard.passwordText')} error={error}>
      {heldUntil === undefined ? null : (
        <p className={styles['text']} role="status">
          {t('guard.held', { time: dates.timestamp(heldUntil, 'minute') })}
        </p>
      )}
      <form className={styles['enrol']} onSubmit={(event) => void submit(event)} noValidate>
        <NewPasswordField
          label={t('guard.newPassword')}
          value={pwd}
          onChange={setPwd}
          error={isTried && fault ? t(`register.password.${fault}`) : undefined}
        />
        <Button type="submit" loading={isBusy}>
          {t('guard.save')}
        </Button>
      </form>
    </Section>
  )
}

const ANTIPHISHING = /^[A-Za-z0-9]{4,20}$/

function Antiphishing() {
  const t = useGuardMessages()
  const { data, isLoading, error: failure, refetch } = useSecurityOverview()
  const { isBusy, error, change } = useChange()
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const present = data?.antiphishing ?? undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!ANTIPHISHING.test(code)) return
    const isDone = await change(async ({ prove, send }) => {
      const verifyToken = await prove('antiphishing')
      if (verifyToken === undefined) return undefined
      await send('POST /v1/user/security/antiphishing', { code, verifyToken })
      return t('guard.antiphishingSet')
    })
    if (!isDone) return
    setCode('')
    setTried(false)
  }
  return (
    <Section
      title={t('guard.antiphishing')}
      text={t('guard.antiphishingText')}
      error={error}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
    >
      <p className={styles['text']}>
        {present === undefined ? t('guard.none') : <bdi>{present}</bdi>}
      </p>
      <form className={styles['enrol']} onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('guard.antiphishing')}
          help={t('guard.antiphishingShape')}
          autoComplete="off"
          value={code}
          onChange={setCode}
          error={isTried && !ANTIPHISHING.test(code) ? t('guard.antiphishingShape') : undefined}
        />
        <Button type="submit" loading={isBusy}>
          {t('guard.save')}
        </Button>
      </form>
    </Section>
  )
}

function History() {
  const t = useGuardMessages()
  const { data, isLoading, error: failure, refetch, ...more } = useSecurityHistory()
  const { isBusy, error, change } = useChange()
  const items = data?.pages.flatMap((page) => page.items) ?? NONE
  const disown = ({ eventId }: SecurityEvent) =>
    change(async ({ send }) => {
      const { ended } = await send('POST /v1/user/security/history/disown', { eventId })
      return t('account.ended', { count: ended })
    })
  return (
    <Section
      title={t('guard.history')}
      text={`${t('guard.historyText')} ${t('guard.accessSince')}`}
      error={error}
      isLoading={isLoading}
      failure={failure}
      onRetry={() => void refetch()}
    >
      {items.length === 0 && failure === undefined ? (
        <p className={styles['text']}>{t('guard.historyEmpty')}</p>
      ) : null}
      <ul className={styles['list']}>
        {items.map((event) => (
          <EventRow
            key={event.eventId}
            event={event}
            isBusy={isBusy}
            onDisown={() => void disown(event)}
          />
        ))}
      </ul>
      {more.hasNextPage ? (
        <Button
          size="small"
          loading={more.isFetchingNextPage}
          onClick={() => void more.fetchNextPage()}
        >
          {t('orders.loadMore')}
        </Button>
      ) : null}
    </Section>
  )
}

interface EventRowProps {
  readonly event: SecurityEvent
  readonly isBusy: boolean
  readonly onDisown: () => void
}

function EventRow({ event: { kind, at, address, userAgent }, isBusy, onDisown }: EventRowProps) {
  const t = useGuardMessages()
  const dates = useDates()
  const time = dates.timestamp(at, 'minute')
  return (
    <Row
      title={t(`guard.event.${kind}`)}
      action={
        <Button
          size="small"
          loading={isBusy}
          aria-label={`${t('guard.notMe')}: ${t(`guard.event.${kind}`)}, ${time}`}
          onClick={onDisown}
        >
          {t('guard.notMe')}
        </Button>
      }
    >
      <time>{time}</time> · <bdi>{address}</bdi> ·{' '}
      {deviceName(safeText(userAgent)) || t('account.deviceUnknown')}
    </Row>
  )
}
