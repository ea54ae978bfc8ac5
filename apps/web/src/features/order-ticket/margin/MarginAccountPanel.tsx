import type { WritableStore } from '@x/kit'
import { Button } from '@x/ui/button'
import { Select } from '@x/ui/select'
import { useEffect, useState } from 'react'
import { useMarginAccount, useMarginMaxima } from '../../../data/margin/api.ts'
import type { SpotSymbol } from '../../../data/spot/model.ts'
import { OptionalLazyBoundary } from '../../../lib/lazy/OptionalLazyBoundary.tsx'
import { useMarginMessages } from '../../../lib/messages/messages.ts'
import { LazyMoveDialog } from '../../futures-panel/index.ts'
import { LazyLoanDialog, LevelGauge } from '../../margin/index.ts'
import { type FundsChoice, LOAN_MODES } from '../fundsChoice.ts'
import type { Available } from '../orderDraft.ts'
import { marginAvailable } from './marginAvailable.ts'
import styles from './marginFunds.module.css'

export interface MarginFundsProps {
  readonly spec: SpotSymbol
  readonly funds: WritableStore<FundsChoice>
  /** Called with what the chosen margin account can spend. */
  readonly onAvailable: (available: Available | undefined) => void
}

type OpenDialog = 'borrow' | 'repay' | 'move' | undefined

/** The level, the loans and the loan mode of the margin account that a ticket spends from. */
export default function MarginAccountPanel({
  spec,
  funds,
  onAvailable,
  choice,
}: MarginFundsProps & { readonly choice: FundsChoice }) {
  const t = useMarginMessages()
  const symbol = choice.account === 'isolated' ? spec.symbol : undefined
  const account = useMarginAccount({ symbol })
  const { data: maxima } = useMarginMaxima({ symbol })
  const [dialog, setDialog] = useState<OpenDialog>(undefined)
  const close = () => setDialog(undefined)
  const { loan } = choice
  useEffect(() => {
    onAvailable(marginAvailable({ account, maxima, loan }, spec))
  }, [account, maxima, loan, spec, onAvailable])
  const wallet = symbol === undefined ? ('margin' as const) : (`margin:${symbol}` as const)
  return (
    <div className={styles['panel']}>
      {account ? <LevelGauge account={account} /> : null}
      <div className={styles['actions']}>
        {(['borrow', 'repay'] as const).map((kind) => (
          <Button key={kind} size="small" onClick={() => setDialog(kind)}>
            {t(`margin.${kind}`)}
          </Button>
        ))}
        <Button size="small" onClick={() => setDialog('move')}>
          {t('margin.transfer')}
        </Button>
      </div>
      <Select
        aria-label={t('margin.loan')}
        size="small"
        value={loan}
        onChange={(key) =>
          funds.setState({ ...choice, loan: LOAN_MODES.find((mode) => mode === key) ?? 'none' })
        }
        options={LOAN_MODES.map((mode) => ({ value: mode, label: t(`margin.loan.${mode}`) }))}
      />
      {dialog === 'move' ? (
        <LazyMoveDialog to={wallet} asset={spec.quote} onClose={close} />
      ) : dialog ? (
        <OptionalLazyBoundary onFail={close}>
          <LazyLoanDialog kind={dialog} symbol={symbol} asset={spec.quote} onClose={close} />
        </OptionalLazyBoundary>
      ) : null}
    </div>
  )
}
