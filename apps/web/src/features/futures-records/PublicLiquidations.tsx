import type { PublicLiquidation } from '@x/api'
import { useDates, useNumbers } from '@x/locale/react'
import { NumberText } from '@x/ui/number'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { type CheckedLiquidation, checkLiquidations } from '../../data/futures/proofApi.ts'
import { type LiquidationCheck, overallOf } from '../../data/futures/verifyLiquidation.ts'
import { useAppDispatch } from '../../data/store/hooks.ts'
import { useProofMessages } from '../../lib/lazy/ProofTexts.tsx'
import { sizeUnit } from '../futures-panel/index.ts'
import styles from './futuresRecords.module.css'
import { ProofSection } from './ProofSection.tsx'
import { usePages } from './usePages.ts'

/** Steps of everybody's liquidations, each recomputed in this page (futures 6, futures 14). */
export function PublicLiquidations({
  symbol,
  realm,
  liquidationId,
}: {
  readonly symbol: string
  readonly realm: 'live' | 'paper'
  /** The first one to show; older ones follow. */
  readonly liquidationId: string | undefined
}) {
  const t = useProofMessages()
  const dispatch = useAppDispatch()
  const list = usePages<CheckedLiquidation>((cursor) =>
    dispatch(
      checkLiquidations({
        realm,
        symbol,
        cursor,
        liquidationId: cursor === undefined ? liquidationId : undefined,
      }),
    ),
  )
  return (
    <ProofSection
      id="liquidations"
      title={t('positions.liquidations')}
      older={t('futuresProof.older')}
      list={list}
    >
      {list.items.length === 0 && !list.isBusy && list.error === undefined ? (
        <p className={styles['note']}>{t('futuresProof.none')}</p>
      ) : null}
      {list.items.map((checked) => (
        <Step key={checked.step.liquidationId} checked={checked} />
      ))}
    </ProofSection>
  )
}

const STEPS = [1, 2, 3, 4, 5] as const
const HOLDS = { agrees: true, differs: false, unknown: 'unknown' } as const

function Step({ checked: { step, checks } }: { readonly checked: CheckedLiquidation }) {
  const t = useProofMessages()
  const dates = useDates()
  const title = t(`positions.step.${STEPS.find((each) => each === step.step) ?? 1}`)
  const overall = overallOf(checks)
  const name = `${title} ${step.liquidationId}`
  return (
    <article className={styles['card']} aria-label={name}>
      <div className={styles['bar']}>
        <h3 className={styles['heading']}>
          {title} {step.symbol ? <bdi>{step.symbol}</bdi> : null}
        </h3>
        <span>
          <NumberText tone="muted">{dates.timestamp(step.at)}</NumberText>
        </span>
      </div>
      <p className={styles['verdict']} data-holds={HOLDS[overall]} role="status">
        {t(`futuresProof.${overall}`)}
      </p>
      <Figures step={step} />
      <ul className={styles['checks']}>
        {checks.map((check) => (
          <Check key={check.name} check={check} />
        ))}
      </ul>
      <p className={styles['note']}>
        {t('positions.priceHash')}: <bdi className={styles['hash']}>{step.priceHash ?? '--'}</bdi>
      </p>
    </article>
  )
}

/** What was checked, whether it agrees, and both figures where they do not. */
function Check({ check: { name, state, own, stated } }: { readonly check: LiquidationCheck }) {
  const t = useProofMessages()
  return (
    <li>
      <span>{t(`futuresProof.check.${name}`)}</span>
      <span className={styles['verdict']} data-holds={HOLDS[state]}>
        {t(`futuresProof.${state}`)}
      </span>
      {own !== undefined && stated !== undefined ? (
        <span>{t('futuresProof.found', { own, stated })}</span>
      ) : null}
    </li>
  )
}

/** The figures of a step, without those that it has not. */
function Figures({ step }: { readonly step: PublicLiquidation }) {
  const t = useProofMessages()
  const numbers = useNumbers('trading')
  const contract = useContracts().get(step.symbol ?? '')
  const unit = step.marginCoin
  const size = sizeUnit(contract, t)
  const taken = (kind: 'exchange' | 'customer') =>
    step.takenBy
      .filter((each) => each.kind === kind)
      .map((each) => [t(`futuresProof.takenBy.${kind}`), each.size, size] as const)
  const facts: readonly (readonly [string, string | null, (string | undefined)?])[] = [
    [t('positions.mark'), step.markPrice],
    [t('positions.index'), step.indexPrice],
    [t('positions.size'), step.symbol === null ? null : step.filled, size],
    [t('orders.average'), step.avgPrice],
    [t('positions.bankruptcy'), step.bankruptcyPrice],
    [t('positions.equity'), step.equity, unit],
    [t('positions.requirement'), step.requirement, unit],
    [t('orders.fee'), someOf(step.fee), unit],
    [t('positions.bill.liquidation_fee'), someOf(step.liquidationFee), unit],
    [t('positions.fundPaid'), someOf(step.fundPaid), unit],
    [t('futuresProof.exchangePaid'), someOf(step.exchangePaid), unit],
    [t('futuresProof.realisedEarly'), someOf(step.realisedEarly), unit],
    [t('futuresProof.released'), someOf(step.marginReleased), unit],
    [t('futuresProof.cancelled'), someOf(String(step.cancelledOrders))],
    ...step.netted.map((each) => [`${t('positions.step.2')} ${each.symbol}`, each.size] as const),
    ...taken('exchange'),
    ...taken('customer'),
  ]
  return (
    <dl className={styles['figures']}>
      {facts.map(([name, value, of], place) =>
        value === null ? null : (
          // Several may have closed against one.
          <div key={`${name} ${place}`}>
            <dt>{name}</dt>
            <dd>
              <NumberText unit={of}>{numbers.number(value, { digits: 8, trim: true })}</NumberText>
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}

const someOf = (figure: string): string | null => (Number(figure) === 0 ? null : figure)
