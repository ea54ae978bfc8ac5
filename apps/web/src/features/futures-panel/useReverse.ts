import type { FuturesPosition } from '@x/api'
import { randomHex } from '@x/kit'
import { useNumbers } from '@x/locale/react'
import { legOf, useReversePosition } from '../../data/futures/positionsApi.ts'
import { useContracts } from '../../data/futures/contractsApi.ts'
import { futuresErrorText } from '../../lib/errors/futuresErrorText.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { useServices } from '../../lib/services/servicesContext.ts'
import { STORAGE_KEYS } from '../../lib/storageKeys.ts'
import { contractFigures, positionName, sizeUnit } from './terms.ts'

/** Turns a position to the other side, after a question that explains it once. */
export function useReverse() {
  const t = useFuturesMessages()
  const numbers = useNumbers('trading')
  const contracts = useContracts()
  const { dialogs, toasts, log, random, storage } = useServices()
  const [run, { isLoading }] = useReversePosition()
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
    const { data, error } = await run({
      ...legOf(position),
      clientOid: `w${randomHex(random, 12)}`,
    })
    if (error) return void toasts.error(futuresErrorText(error, t))
    const done = t(data?.opened ? 'positions.reversed' : 'positions.reversedHalf')
    toasts.success(done)
    log.add({ kind: 'success', text: done })
  }
  return { reverse, isReversing: isLoading }
}
