import type { FuturesPosition } from '@x/api'
import { useNumbers } from '@x/locale/react'
import { legOf, useReversePosition } from '../../data/futures/positionsApi.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { reportOrder } from '../orders/index.ts'
import { contractFigures, positionName, sizeUnit } from './terms.ts'
import { useCommandKey } from './useCommandKey.ts'

/** Turns a position to the other side, after a question that explains it once. */
export function useReverse() {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const contracts = useContracts()
  const services = useServices()
  const { dialogs, storage } = services
  const [run, { isLoading }] = useReversePosition()
  const key = useCommandKey()
  const reverse = async (position: FuturesPosition): Promise<void> => {
    const contract = contracts.get(position.symbol)
    const unit = sizeUnit(contract, t)
    const figure = contractFigures(numbers, contract).size(position.positionsCount)
    const text = t('positions.reverseText', { size: unit ? `${figure} ${unit}` : figure })
    const isFirst = storage.get(STORAGE_KEYS.guideBackhand) !== 'seen'
    const { action } = await dialogs.confirm({
      title: t('positions.reverseTitle', { position: positionName(position, t) }),
      message: isFirst ? `${text} ${t('positions.reverseGuide')}` : text,
      confirmText: t('positions.reverse'),
      cancelText: t('orders.keep'),
      initialFocus: 'cancel',
    })
    if (action !== 'confirm') return
    storage.set(STORAGE_KEYS.guideBackhand, 'seen')
    const { data, error } = await run({ ...legOf(position), clientOid: key.of(position.orderNo) })
    if (data) key.answered()
    if (error) reportOrder(services, { kind: 'error', text: futuresErrorText(error, t) })
    else if (data?.opened) reportOrder(services, { kind: 'success', text: t('positions.reversed') })
    else reportOrder(services, { kind: 'warning', text: t('positions.reversedHalf') })
  }
  return { reverse, isReversing: isLoading }
}
