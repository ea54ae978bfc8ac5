import type { WritableStore } from '@x/kit'
import { Button, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'
import { Menu } from '@x/ui/menu'
import { Select } from '@x/ui/select'
import { Ellipsis } from 'lucide-react'
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
const ACTIONS = ['borrow', 'repay', 'move'] as const

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
  const nameOf = (action: (typeof ACTIONS)[number]) =>
    t(action === 'move' ? 'margin.transfer' : `margin.${action}`)
  const { loan } = choice
  useEffect(() => {
    onAvailable(marginAvailable({ account, maxima, loan }, spec))
  }, [account, maxima, loan, spec, onAvailable])
  const wallet = symbol === undefined ? ('margin' as const) : (`margin:${symbol}` as const)
  return (
    <div className={styles['panel']}>
      {account ? <LevelGauge account={account} /> : null}
      <div className={styles['actions']}>
        {ACTIONS.map((action) => (
          <Button key={action} size="small" onClick={() => setDialog(action)}>
            {nameOf(action)}
          </Button>
        ))}
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
      <span className={styles['menu']}>
        <Menu
          label={t('shell.more')}
          side="bottom end"
          items={ACTIONS.map((action) => ({ key: action, label: nameOf(action) }))}
          onAction={(key) => setDialog(ACTIONS.find((action) => action === key))}
          trigger={(props) => (
            <IconButton
              {...props}
              size="mini"
              icon={<Icon of={Ellipsis} size={16} />}
              label={t('shell.more')}
            />
          )}
        />
      </span>
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
