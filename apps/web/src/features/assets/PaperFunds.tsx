import { useStore } from '@x/kit/react'
import { Button } from '@x/ui/button'
import { ErrorState } from '@x/ui/empty-state'
import { useDates, useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useState } from 'react'
import { useServices } from '../../lib/services/servicesContext.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { usePageMessages } from '../../lib/messages/messages.ts'
import { failureOf, serverText } from '../../lib/errors/serverText.ts'
import { useOpenOrders } from '../../data/orders/hooks.ts'
import { usePaperAccount } from '../../data/paper/api.ts'
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
  const { dialogs, preferences, toasts } = useServices()
  const showAsset = useStore(preferences, (state) => state.showAsset)
  const dispatch = useAppDispatch()
  const dates = useDates()
  const numbers = useNumbers()
  const { start } = usePaperTerms()
  const { data: account, error, refetch } = usePaperAccount()
  useRenewal(account?.topUpRenewsAt, () => void refetch())
  const { data: open } = useOpenOrders()
  const submitter = useSubmitter<TopUp>('topUps', { decided: DECIDED })
  const [busy, setBusy] = useState<'topup' | 'reset'>()
  const season = account?.seasons[0]

  const showFailure = (failure: unknown, { isUnknown }: { readonly isUnknown: boolean }) =>
    toasts.show({ kind: 'error', text: isUnknown ? t('paper.unknown') : serverText(failure, t) })
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
    setBusy('topup')
    const submitted = await dispatch(
      topUpPaper(terms, { submitter, forceNew: meant === 'another' }),
    )
    setBusy(undefined)
    if (submitted.status === 'failed') {
      showFailure(submitted.error, submitted)
      return false
    }
    toasts.show({
      kind: 'success',
      text: submitted.isRepeated
        ? `${t('paper.topupDone')} ${t('outcome.onceDone')}`
        : t('paper.topupDone'),
    })
    return true
  }
  const resetText = (): string => {
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
  const reset = async () => {
    if (!account) return
    // As the question names it: another tab may have left it by the time of the answer.
    const { season: left } = account
    const { action } = await dialogs.confirm({
      title: t('paper.resetTitle'),
      message: resetText(),
      confirmText: t('paper.reset'),
      variant: 'danger',
    })
    if (action !== 'confirm') return
    setBusy('reset')
    try {
      await dispatch(resetPaper(left))
      toasts.show({ kind: 'success', text: t('paper.resetDone') })
    } catch (failure) {
      showFailure(failure, { isUnknown: isOutcomeUnknown(failure) })
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className={styles['paper']}>
      <p className={styles['season']}>
        {season ? (
          t('paper.season', { season: String(season.season), date: dates.date(season.startedAt) })
        ) : (
          <NumberText>--</NumberText>
        )}
        <Button
          size="small"
          variant="ghost"
          loading={busy === 'reset'}
          disabled={!account}
          onClick={() => void reset()}
        >
          {t('paper.reset')}
        </Button>
      </p>
      {account ? <TopUpForm account={account} isBusy={busy === 'topup'} onAdd={add} /> : null}
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
    </div>
  )
}

const NOTHING = () => {}
