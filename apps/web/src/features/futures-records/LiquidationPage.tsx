import type { LiquidationDetail, LiquidationStep } from '@x/api'
import { useDates, useNumbers } from '@x/locale/react'
import { ErrorState } from '@x/ui/empty-state'
import { NumberText } from '@x/ui/number'
import { SkeletonRows } from '@x/ui/skeleton'
import { usePageTitle } from '../../lib/page-heads/usePageTitle.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { useLiquidation, usePublicLiquidation } from '../../data/futures/liquidationApi.ts'
import {
  type LiquidationInputs,
  type Recomputed,
  recomputed,
} from '../../data/futures/recomputed.ts'
import { useAppSelector } from '../../data/store/hooks.ts'
import { selectRealm } from '../../data/store/slice.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { failureOf } from '../../lib/errors/serverText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'
import { sizeUnit } from '../futures-panel/index.ts'
import styles from './futuresRecords.module.css'

/** `/record/mcp/<id>`: a liquidation step by step, recomputed in this page (futures 12, 14). */
export default function LiquidationPage({ liquidationId }: { readonly liquidationId: string }) {
  const t = useFuturesMessages()
  usePageTitle(t('positions.report'))
  const { data, error, isLoading, refetch } = useLiquidation(liquidationId)
  return (
    <div className={styles['page']}>
      <h1 className={styles['title']}>{t('positions.report')}</h1>
      {isLoading ? <SkeletonRows rows={6} /> : null}
      {error && !data ? (
        <ErrorState
          title={t('orders.failed')}
          onRetry={() => void refetch()}
          traceId={failureOf(error).traceId}
        >
          {futuresErrorText(error, t)}
        </ErrorState>
      ) : null}
      {data ? <Report liquidation={data} /> : null}
    </div>
  )
}

/** A name with its figure; `--` where there is none. */
function Fact({
  name,
  value,
  unit,
}: {
  readonly name: string
  readonly value: string | null | undefined
  readonly unit?: string | undefined
}) {
  const numbers = useNumbers('trading')
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <NumberText unit={unit}>
          {numbers.number(value ?? null, { digits: 8, trim: true })}
        </NumberText>
      </dd>
    </div>
  )
}

function Report({ liquidation }: { readonly liquidation: LiquidationDetail }) {
  const { marginCoin, steps } = liquidation
  return (
    <>
      <Decision liquidation={liquidation} />
      {steps.map((step, index) => (
        <Step key={`${step.at} ${step.step} ${index}`} step={step} unit={marginCoin} />
      ))}
      <PublicRecord steps={steps} />
    </>
  )
}

/** What it was decided by, and whether this page finds the same. */
function Decision({ liquidation }: { readonly liquidation: LiquidationDetail }) {
  const t = useFuturesMessages()
  const { marginCoin, lost, inputs } = liquidation
  const own = inputs && recomputed(inputs)
  return (
    <section className={styles['card']} aria-label={t('positions.end.liquidation')}>
      {own ? (
        <p className={styles['verdict']} data-holds={own.isEqual ?? undefined} role="status">
          {t(verdictOf(own))}
        </p>
      ) : null}
      <dl className={styles['figures']}>
        <Fact
          name={t('positions.balance')}
          value={inputs?.walletBalance ?? null}
          unit={marginCoin}
        />
        <Fact name={t('positions.equity')} value={own?.equity ?? null} unit={marginCoin} />
        <Fact
          name={t('positions.requirement')}
          value={own?.requirement ?? null}
          unit={marginCoin}
        />
        <Fact name={t('positions.lost')} value={lost} unit={marginCoin} />
      </dl>
      {inputs ? <Inputs inputs={inputs} unit={marginCoin} /> : null}
    </section>
  )
}

const verdictOf = ({ isEqual }: Recomputed) =>
  isEqual === null
    ? 'positions.notRecomputed'
    : isEqual
      ? 'positions.recomputed'
      : 'positions.mismatch'

function Inputs({ inputs, unit }: { readonly inputs: LiquidationInputs; readonly unit: string }) {
  const t = useFuturesMessages()
  const contracts = useContracts()
  return inputs.positions.map((position) => (
    <dl key={`${position.symbol} ${position.positionSide}`} className={styles['figures']}>
      <div>
        <dt>{t('positions.contract')}</dt>
        <dd>
          <bdi>{position.symbol}</bdi>{' '}
          {t(position.positionSide === 1 ? 'positions.long' : 'positions.short')}
        </dd>
      </div>
      <Fact
        name={t('positions.size')}
        value={position.size}
        unit={sizeUnit(contracts.get(position.symbol), t)}
      />
      {/* The side says which sign it has. */}
      <Fact name={t('positions.value')} value={position.cost.replace('-', '')} unit={unit} />
      <Fact name={t('positions.mark')} value={position.markPrice} />
    </dl>
  ))
}

function Step({ step, unit }: { readonly step: LiquidationStep; readonly unit: string }) {
  const t = useFuturesMessages()
  const dates = useDates()
  const contract = useContracts().get(step.symbol ?? '')
  const facts: readonly (readonly [string, string | null | undefined, (string | undefined)?])[] = [
    [t('positions.mark'), step.markPrice],
    [t('positions.index'), step.indexPrice],
    [t('positions.size'), step.filled, sizeUnit(contract, t)],
    [t('orders.average'), step.avgPrice],
    [t('positions.bankruptcy'), step.bankruptcyPrice],
    [t('positions.equity'), step.equityAfter, unit],
    [t('positions.requirement'), step.requirementAfter, unit],
    [t('orders.fee'), step.fee, unit],
    [t('positions.bill.liquidation_fee'), step.liquidationFee, unit],
    [t('positions.fundPaid'), step.fundPaid, unit],
  ]
  return (
    <section className={styles['card']} aria-label={t(`positions.step.${stepOf(step)}`)}>
      <div className={styles['bar']}>
        <h2 className={styles['heading']}>
          {t(`positions.step.${stepOf(step)}`)} {step.symbol ? <bdi>{step.symbol}</bdi> : null}
        </h2>
        <span>
          <NumberText tone="muted">{dates.timestamp(step.at)}</NumberText>
        </span>
      </div>
      <dl className={styles['figures']}>
        {facts.map(([name, value, of]) => (
          <Fact key={name} name={name} value={value} unit={of} />
        ))}
      </dl>
      <p className={styles['note']}>
        {t('positions.priceHash')}: <bdi className={styles['hash']}>{step.priceHash ?? '--'}</bdi>
      </p>
    </section>
  )
}

const STEPS = [1, 2, 3, 4, 5] as const
const stepOf = ({ step }: LiquidationStep) => STEPS.find((each) => each === step) ?? 1

/** What everybody may see of it, with the way to its proof. */
function PublicRecord({ steps }: { readonly steps: readonly LiquidationStep[] }) {
  const t = useFuturesMessages()
  const to = useLocalePath()
  const realm = useAppSelector(selectRealm)
  const last = steps.at(-1)?.liquidationId
  const proof = `/futures/proof?liquidation=${last}&realm=${realm}`
  return (
    <section className={styles['card']} aria-labelledby="public">
      <div className={styles['bar']}>
        <h2 id="public" className={styles['heading']}>
          {t('positions.publicRecord')}
        </h2>
        <Link to={to(last === undefined ? '/futures/proof' : proof)}>
          {t('positions.proofTitle')}
        </Link>
      </div>
      {steps.map(({ liquidationId }) => (
        <PublicStep key={liquidationId} liquidationId={liquidationId} />
      ))}
    </section>
  )
}

/** Each step is published under its own number. */
function PublicStep({ liquidationId }: { readonly liquidationId: string }) {
  const t = useFuturesMessages()
  const realm = useAppSelector(selectRealm)
  const [row] = usePublicLiquidation({ liquidationId, realm }).data?.items ?? []
  const contract = useContracts().get(row?.symbol ?? '')
  return row ? (
    <dl className={styles['figures']}>
      <Fact name={t('positions.mark')} value={row.markPrice} />
      <Fact name={t('positions.size')} value={row.filled} unit={sizeUnit(contract, t)} />
      <Fact name={t('positions.equity')} value={row.equity} unit={row.marginCoin} />
      <Fact name={t('positions.requirement')} value={row.requirement} unit={row.marginCoin} />
    </dl>
  ) : null
}
