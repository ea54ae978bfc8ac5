import { useStore } from '@x/kit/react'
import { Button } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { ErrorState } from '@x/ui/empty-state'
import { useDates, useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import { type PaperAccount, usePaperAccount } from '../../data/paper/api.ts'
import { OptionalLazyBoundary } from '../../lib/lazy/OptionalLazyBoundary.tsx'
import { LazyMarketSpeedControl, usePaperTerms } from '../realm/index.ts'
import { confirmDuplicate } from '../submissions/index.ts'
import { isOutcomeUnknown } from '../../data/submissions/isOutcomeUnknown.ts'
import { useSubmitter } from '../../data/funds/useSubmitter.ts'
import styles from './assets.module.css'
import { DECIDED, resetPaper, type TopUp, topUpPaper } from '../../data/paper/paperFunds.ts'
import { TopUpForm } from './TopUpForm.tsx'
import { useRenewal } from './useRenewal.ts'

/** Actions of paper funds: top up, reset, and change the speed of the market. */
export function PaperFunds({
  usdt,
}: {
  /** What all of it is worth, in USDT. */ readonly usdt: string | undefined
}) {
  const t = usePageMessages()
  const dates = useDates()
  const { data: account, error, refetch } = usePaperAccount()
  useRenewal(account?.topUpRenewsAt, () => void refetch())
  const topUp = useTopUp()
  const season = useSeasonReset({ account, usdt })
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const current = account?.seasons[0]
  return (
    <div className={styles['paper']}>
      <p className={styles['season']}>
        {current ? (
          t('paper.season', {
            season: String(current.season),
            date: dates.date(current.startedAt),
          })
        ) : (
          <NumberText>--</NumberText>
        )}
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={id}
          endIcon={<Icon of={isOpen ? ChevronUp : ChevronDown} size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          {t('paper.manage')}
        </Button>
      </p>
      <div id={id} className={styles['manage']} hidden={!isOpen}>
        {isOpen ? (
          <>
            {account ? (
              <TopUpForm account={account} isBusy={topUp.isBusy} onAdd={topUp.add} />
            ) : null}
            {error && !account ? (
              <ErrorState
                title={serverText(error, t)}
                traceId={failureOf(error).traceId}
                onRetry={() => void refetch()}
              />
            ) : null}
            <OptionalLazyBoundary quiet onFail={NOTHING}>
              <LazyMarketSpeedControl />
            </OptionalLazyBoundary>
            <Button
              size="small"
              variant="ghost"
              loading={season.isBusy}
              disabled={!account}
              onClick={() => void season.reset()}
            >
              {t('paper.reset')}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

const NOTHING = () => {}

/** Shows what a change of the funds failed with. */
function useShowFailure() {
  const t = usePageMessages()
  const { toasts } = useServices()
  return (failure: unknown, { isUnknown }: { readonly isUnknown: boolean }) =>
    toasts.error(isUnknown ? t('paper.unknown') : serverText(failure, t))
}

/** Adds paper funds; asks first where the same ones may have been added already. */
function useTopUp() {
  const t = usePageMessages()
  const { dialogs, toasts } = useServices()
  const dispatch = useAppDispatch()
  const submitter = useSubmitter<TopUp>('topUps', { decided: DECIDED })
  const showFailure = useShowFailure()
  const [isBusy, setBusy] = useState(false)
  const add = async (
    terms: TopUp,
    { confirmText }: { readonly confirmText: string },
  ): Promise<boolean> => {
    const before = submitter.findInDoubt(terms)
    const meant = before
      ? await confirmDuplicate(
          { title: t('paper.topupTitle'), confirmText },
          { dialogs, facts: { kind: 'topUp', at: before.at, hasArrived: false } },
        )
      : 'again'
    if (!meant) return false
    setBusy(true)
    const submitted = await dispatch(
      topUpPaper(terms, { submitter, forceNew: meant === 'another' }),
    )
    setBusy(false)
    if (submitted.status === 'failed') {
      showFailure(submitted.error, submitted)
      return false
    }
    const done = t('paper.topupDone')
    toasts.success(submitted.isRepeated ? `${done} ${t('outcome.onceDone')}` : done)
    return true
  }
  return { isBusy, add }
}

interface SeasonFunds {
  readonly account: PaperAccount | undefined
  /** What all of it is worth, in USDT. */
  readonly usdt: string | undefined
}

/** Ends the paper season, once the user has confirmed it. */
function useSeasonReset({ account, usdt }: SeasonFunds) {
  const t = usePageMessages()
  const { dialogs, toasts } = useServices()
  const dispatch = useAppDispatch()
  const showFailure = useShowFailure()
  const message = useResetText({ account, usdt })
  const [isBusy, setBusy] = useState(false)
  const reset = async () => {
    if (!account) return
    // As the question names it: another tab may have left it by the time of the answer.
    const { season: left } = account
    const { action } = await dialogs.confirm({
      title: t('paper.resetTitle'),
      message,
      confirmText: t('paper.reset'),
      variant: 'danger',
    })
    if (action !== 'confirm') return
    setBusy(true)
    try {
      await dispatch(resetPaper(left))
      toasts.success(t('paper.resetDone'))
    } catch (failure) {
      showFailure(failure, { isUnknown: isOutcomeUnknown(failure) })
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, reset }
}

/** What is asked before the season ends. */
function useResetText({ account, usdt }: SeasonFunds): string {
  const t = usePageMessages()
  const numbers = useNumbers()
  const showAsset = useStore(useServices().preferences, (state) => state.showAsset)
  const { start } = usePaperTerms()
  const { data: open } = useOpenOrders()
  if (start === undefined) return t('paper.resetPlain')
  // Hidden amounts stay hidden in the dialog too.
  if (!account || !open || usdt === undefined || !showAsset)
    return t('paper.resetText', { funds: start })
  return t('paper.resetFigures', {
    count: open.length,
    worth: `${numbers.number(usdt, { purpose: 'valuation' })} USDT`,
    funds: start,
    season: String(account.season),
    next: String(account.season + 1),
  })
}
