import type { P2pAppealCase, P2pFile } from '@x/api'
import { formatUnits } from '@x/decimal'
import type { Clock } from '@x/kit'
import { scaleOf } from '../../exchange/instruments/symbols.ts'
import type { Withdrawal } from '../../exchange/state/withdrawals.ts'
import type { P2pAppeals } from '../p2p/ports/P2pPorts.ts'
import type { TradingService } from '../trading/ports/TradingService.ts'
import type { Chain } from '../wallet/ports/Chain.ts'
import type { Network } from '../wallet/ports/networks.ts'
import type { Signer } from '../wallet/ports/Signer.ts'
import { isSignedBy, type Operator } from './Operator.ts'

export interface ReviewedWithdrawal {
  readonly withdrawal: Readonly<Withdrawal>
  /** What both operators sign; the signer puts the same text together (apps/signer). */
  readonly text: string
}

export interface HotBalance {
  readonly network: string
  readonly asset: string
  /** Where a refill goes; `undefined`: the signer does not answer. */
  readonly address: string | undefined
  /** `undefined`: the node or the signer does not answer. */
  readonly balance: string | undefined
  /** What approved withdrawals wait for. */
  readonly waiting: string
}

/** What operators see and decide. Each decision answers what to note of it. */
export interface OperatorActions {
  /** Withdrawals in review, the oldest first. */
  reviews(): readonly ReviewedWithdrawal[]
  /** Withdrawals that were approved and have not left. */
  waiting(): readonly Readonly<Withdrawal>[]
  networks(): readonly {
    readonly id: string
    readonly height: number | undefined
    readonly pause: string | undefined
  }[]
  /** What a network is called; one that runs no longer by its id. */
  nameOf(network: string): string
  hotBalances(): Promise<readonly HotBalance[]>
  /** @throws GatewayError where the withdrawal is not in review, or was approved by this one */
  approve(operator: Operator, decision: { id: number; signature: string }): Promise<string>
  /** @throws GatewayError where the withdrawal is not in review */
  reject(id: number): Promise<string>
  appeals(): Promise<readonly P2pAppealCase[]>
  /** A picture of an appeal. @throws GatewayError 40401 */
  picture(ids: { readonly orderId: string; readonly fileId: string }): Promise<P2pFile>
  /** @throws GatewayError where the order is not in appeal, or no reason is given */
  rule(
    operator: Operator,
    ruling: {
      readonly orderId: string
      readonly outcome: 'released' | 'refunded'
      readonly reason: string
    },
  ): Promise<string>
  pause(network: string, operator: Operator): Promise<string>
  resume(network: string): Promise<string>
}

/** The networks as the wallet runs them. */
export interface OperatedNetworks {
  readonly list: readonly {
    readonly network: Network
    /** `undefined` while no node answers. */
    chain(): Chain | undefined
    height(): number | undefined
    pause(): { readonly reason: string; readonly detail: string } | undefined
  }[]
  get(id: string): object | undefined
  pause(id: string, detail: string): Promise<void>
  resume(id: string): Promise<void>
}

export interface OperatorActionsOptions {
  readonly trading: Pick<TradingService, 'core' | 'runWithEffects' | 'confirm'>
  readonly networks: OperatedNetworks
  readonly signer: Signer | undefined
  readonly appeals: P2pAppeals
  readonly clock: Pick<Clock, 'now'>
}

/** Everything of a withdrawal that decides where coins go. */
export const approvalText = (withdrawal: Readonly<Withdrawal>): string => {
  const { id, network, address, asset, amount, fee } = withdrawal
  return [id, network, address, asset, amount - fee, fee].join('|')
}

export function createOperatorActions(options: OperatorActionsOptions): OperatorActions {
  const { trading, networks, appeals, clock } = options
  const { withdrawals } = trading.core.state
  const inState = (state: Withdrawal['state']) =>
    [...withdrawals.open.values()].filter((each) => each.state === state)
  const known = (id: string): string => {
    if (!networks.get(id)) throw new RangeError('There is no such network.')
    return id
  }
  return {
    reviews: () =>
      inState('review').map((withdrawal) => ({ withdrawal, text: approvalText(withdrawal) })),
    waiting: () => inState('approved'),
    networks: () =>
      networks.list.map(({ network, height, pause }) => {
        const paused = pause()
        return {
          id: network.id,
          height: height(),
          pause: paused && `${paused.reason}: ${paused.detail}`,
        }
      }),
    nameOf: (id) => networks.list.find(({ network }) => network.id === id)?.network.name ?? id,
    hotBalances: () => hotBalances(options),
    async approve(operator, { id, signature }) {
      const withdrawal = withdrawals.open.get(id)
      if (!withdrawal) return 'refused: unknown'
      const text = approvalText(withdrawal)
      if (!isSignedBy(operator, { text, signature })) return 'refused: signature'
      trading.runWithEffects({
        kind: 'withdrawalApprove',
        at: clock.now(),
        id,
        approver: operator.name,
        signature,
      })
      return trading.confirm(`approved ${text}`)
    },
    async reject(id) {
      const at = clock.now()
      const event = 'reject'
      trading.runWithEffects({ kind: 'withdrawalEvent', at, id, event, reason: 'operator' })
      return trading.confirm('rejected')
    },
    appeals: () => appeals.waiting(),
    picture: (ids) => appeals.file(ids),
    async rule({ name }, ruling) {
      await appeals.rule({ ...ruling, operator: name })
      return `${ruling.outcome}: ${ruling.reason}`
    },
    async pause(network, { name }) {
      await networks.pause(known(network), `by ${name}`)
      return 'paused'
    },
    async resume(network) {
      await networks.resume(known(network))
      return 'resumed'
    },
  }
}

async function hotBalances({
  networks,
  signer,
  trading,
}: OperatorActionsOptions): Promise<readonly HotBalance[]> {
  return Promise.all(
    networks.list.flatMap(({ network, chain }) =>
      network.assets.map(async ({ asset, contract, decimals }) => {
        const hot = await signer?.hotAddress(network.family).catch(() => undefined)
        const units =
          hot === undefined
            ? undefined
            : await chain()
                ?.balance(hot, contract === undefined ? undefined : { contract })
                .catch(() => undefined)
        const balance =
          units === undefined ? undefined : formatUnits(units, decimals, { trim: true })
        const of = { network: network.id, asset }
        return { ...of, address: hot, balance, waiting: waitingOf(trading, of) }
      }),
    ),
  )
}

function waitingOf(
  { core }: OperatorActionsOptions['trading'],
  { network, asset }: Pick<HotBalance, 'network' | 'asset'>,
): string {
  let atoms = 0n
  for (const each of core.state.withdrawals.open.values())
    if (each.network === network && each.asset === asset && each.state === 'approved')
      atoms += each.amount - each.fee
  return formatUnits(atoms, scaleOf(asset), { trim: true })
}

/** An amount of the ledger as a person reads it. */
export const amountOf = (atoms: bigint, asset: string): string =>
  `${formatUnits(atoms, scaleOf(asset), { trim: true })} ${asset}`
