import { useNumbers } from '@x/locale/react'
import { Button } from '@x/ui/button'
import { Dialog } from '@x/ui/dialog'
import { NumberText } from '@x/ui/number'
import { SegmentedControl } from '@x/ui/segmented-control'
import { exposure, type FuturesAccount, liquidationPrice, maxLeverageAt } from '@x/trading/futures'
import { useState } from 'react'
import { settingsOf } from '../../../data/futures/contractSettings.ts'
import { formulaView } from '../../../data/futures/formulaAccount.ts'
import { leverageEffect } from '../../../data/futures/leverageEffect.ts'
import { type FuturesTier, useTiers } from '../../../data/futures/contracts.ts'
import { useSetLeverage } from '../../../data/futures/settingsApi.ts'
import { useAccountState } from '../../../data/futures/useAccountState.ts'
import { futuresErrorText } from '../../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../../lib/messages/messages.ts'
import { CoinTitle } from '../../../lib/coins/CoinTitle.tsx'
import styles from '../futures.module.css'
import type { FuturesDialogProps } from './dialogs.ts'
import { Lines } from './Lines.tsx'
import { leverageMarks, MarkedSlider, times } from './MarkedSlider.tsx'

const NO_TIERS: readonly FuturesTier[] = []

/** The leverage of a contract, with its tiers and what it makes of position and margin. */
export function LeverageDialog({ spec, onClose }: FuturesDialogProps) {
  const t = useFuturesMessages()
  const { data: tiers = NO_TIERS } = useTiers(spec.name)
  const draft = useLeverage({ spec, onClose })
  const { leverage, setLeverage, allowed, refusal } = draft
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="medium"
      title={<CoinTitle asset={spec.base}>{`${t('contract.leverage')} · ${spec.name}`}</CoinTitle>}
      footer={
        <>
          <Button onClick={onClose}>{t('orders.keep')}</Button>
          <Button
            variant="primary"
            loading={draft.isBusy}
            disabled={leverage > allowed}
            disabledReason={t('futures.error.leverage')}
            onClick={draft.save}
          >
            {t('positions.save')} <bdi dir="ltr">{leverage}×</bdi>
          </Button>
        </>
      }
    >
      <div className={styles['body']}>
        {draft.isPerSide ? (
          <SegmentedControl
            aria-label={t('spot.side')}
            block
            value={draft.side}
            onChange={draft.setSide}
            segments={[
              { value: 'long', label: t('positions.long'), tone: 'up' },
              { value: 'short', label: t('positions.short'), tone: 'down' },
            ]}
          />
        ) : null}
        <MarkedSlider
          label={t('contract.leverage')}
          min={1}
          max={spec.maxLeverage}
          marks={leverageMarks(spec.maxLeverage)}
          format={times}
          value={leverage}
          onChange={setLeverage}
        />
        <Effect spec={spec} draft={draft} />
        <TierTable tiers={tiers} leverage={leverage} unit={tierUnit(spec)} />
        {refusal ? (
          <p className={styles['refusal']} role="alert">
            {refusal}
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}

const tierUnit = ({ contractValue, marginCoin, quote }: FuturesDialogProps['spec']): string =>
  contractValue === null ? quote : marginCoin

type LeverageDraft = ReturnType<typeof useLeverage>

function useLeverage({ spec, onClose }: FuturesDialogProps) {
  const t = useFuturesMessages()
  const state = useAccountState(spec)
  const [run, { isLoading }] = useSetLeverage()
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const [side, setSide] = useState<'long' | 'short'>('long')
  const settings = settingsOf({ contracts: state?.account.contracts ?? [] }, spec)
  const isPerSide = state?.account.positionMode === 2 && settings.marginMode === 1
  const now = side === 'long' ? settings.longLeverage : settings.shortLeverage
  const [chosen, setLeverage] = useState<number | undefined>(undefined)
  const leverage = chosen ?? now
  const view = state && formulaView(state, { contract: spec, side })
  const tiers = state
    ?.tiersOf(spec.name)
    ?.map(({ notionalTo, maxLeverage }) => ({ upTo: notionalTo, maxLeverage: String(maxLeverage) }))
  const most = view && tiers && maxLeverageAt({ exposure: exposure(view.asking) }, tiers)
  const save = async () => {
    const { error } = await run({
      symbol: spec.name,
      leverage,
      ...(isPerSide ? { positionSide: side === 'long' ? 1 : 2 } : {}),
    })
    if (error === undefined) onClose()
    else setRefusal(futuresErrorText(error, t))
  }
  return {
    side,
    setSide(next: 'long' | 'short') {
      setSide(next)
      setLeverage(undefined)
    },
    isPerSide,
    leverage,
    setLeverage,
    /** What the tier of the exposure allows. */
    allowed: Math.min(spec.maxLeverage, most ? Number(most) : spec.maxLeverage),
    effect: state && leverageEffect(state, { contract: spec, side, leverage }),
    refusal,
    isBusy: isLoading,
    save: () => void save(),
  }
}

/** What another leverage makes of the account: what is available, and P*, which cross keeps. */
function Effect({
  spec,
  draft: { effect },
}: Pick<FuturesDialogProps, 'spec'> & { readonly draft: LeverageDraft }) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  if (!effect) return null
  const at = { symbol: effect.at, tick: spec.tickSize }
  const price = (account: FuturesAccount) => {
    const found = liquidationPrice(account, at)
    return numbers.number(found.status === 'never' ? null : found.price, {
      digits: spec.pricePlace,
      purpose: 'price',
    })
  }
  const free = (available: string | null) =>
    numbers.number(available, { digits: spec.marginCoin === 'USDT' ? 2 : 6 })
  return (
    <Lines
      rows={[
        [
          t('spot.available'),
          <NumberText key="free" unit={spec.marginCoin}>
            {effect.available.map(free).join(' → ')}
          </NumberText>,
        ],
        [
          t('positions.liquidation'),
          <NumberText key="price" unit={spec.quote}>
            {effect.account.map(price).join(' → ')}
          </NumberText>,
        ],
      ]}
    />
  )
}

function TierTable({
  tiers,
  leverage,
  unit,
}: {
  readonly tiers: readonly FuturesTier[]
  readonly leverage: number
  readonly unit: string
}) {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const current = tiers.findLast(({ maxLeverage }) => maxLeverage >= leverage)
  return (
    // A scrolled box must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles['scroll']} tabIndex={0} role="group" aria-label={t('contract.tiers')}>
      <table className={styles['tiers']}>
        <thead>
          <tr>
            <th scope="col">{t('contract.upTo', { unit })}</th>
            <th scope="col">{t('contract.maintenance')}</th>
            <th scope="col">{t('contract.max')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier) => (
            <tr key={tier.tier} data-current={tier === current || undefined}>
              <td>{numbers.number(tier.notionalTo, { digits: 0 })}</td>
              <td>{numbers.percent(tier.maintenanceRate)}</td>
              <td>
                <bdi dir="ltr">{tier.maxLeverage}×</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
