import type { FuturesPosition, FuturesProduct, FuturesSymbol } from '@x/api'
import { randomHex } from '@x/kit'
import type { Numbers } from '@x/locale/react'
import { productOf } from '../../data/futures/api.ts'
import type { useCloseAllPositions } from '../../data/futures/positionsApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import type { useFuturesMessages } from '../../lib/messages/messages.ts'
import type { useServices } from '../../lib/services/servicesContext.ts'
import { reportOrder } from '../orders/index.ts'
import { contractFigures, isRightToLeft, positionName, sizeUnit } from './terms.ts'

interface CloseAllInput {
  readonly product: FuturesProduct
  readonly positions: readonly FuturesPosition[]
  readonly contracts: ReadonlyMap<string, FuturesSymbol>
  readonly run: ReturnType<typeof useCloseAllPositions>[0]
  readonly t: ReturnType<typeof useFuturesMessages>
  readonly numbers: Numbers
  readonly services: ReturnType<typeof useServices>
}

/** Closes all positions of a product at the market, after a question that names them. */
export async function closeAll({
  product,
  positions,
  contracts,
  run,
  t,
  numbers,
  services,
}: CloseAllInput): Promise<void> {
  const { dialogs, random } = services
  const own = positions.filter((position) => productOf(position) === product)
  const names = own.map((position) =>
    sizedName(position, { t, numbers, contract: contracts.get(position.symbol) }),
  )
  const text = t('positions.closeAllText', { count: String(own.length) })
  const { action } = await dialogs.confirm({
    title: t('positions.closeAll'),
    message: `${text} ${names.join(' · ')}`,
    confirmText: t('positions.closeAll'),
    cancelText: t('orders.keep'),
    variant: 'danger',
    initialFocus: 'cancel',
  })
  if (action !== 'confirm') return
  const { data, error } = await run({ product, clientOid: `w${randomHex(random, 12)}` })
  if (error || !data)
    return reportOrder(services, { kind: 'error', text: futuresErrorText(error, t) })
  const { length: left } = data.left
  const said =
    left === 0 ? t('positions.closedAll') : t('positions.closeLeft', { count: String(left) })
  reportOrder(services, { kind: left === 0 ? 'success' : 'error', text: said })
}

/** The name of a position with its size. */
export function sizedName(
  position: Pick<FuturesPosition, 'symbol' | 'positionSide' | 'positionsCount'>,
  {
    t,
    numbers,
    contract,
  }: {
    readonly t: Parameters<typeof sizeUnit>[1]
    readonly numbers: Numbers
    readonly contract: FuturesSymbol | undefined
  },
): string {
  const name = positionName(position, t)
  const figure = contractFigures(numbers, contract).size(position.positionsCount)
  const size = [figure, sizeUnit(contract, t)].filter(Boolean).join(' ')
  return isRightToLeft(name) ? `\u2067${name} \u2066${size}\u2069\u2069` : `${name} ${size}`
}
