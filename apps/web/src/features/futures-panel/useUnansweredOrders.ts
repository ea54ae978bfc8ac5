import { futuresApi, TRADED } from '../../data/futures/api.ts'
import { useContracts } from '../../data/futures/contracts.ts'
import { useFuturesPendingOrders } from '../../data/futures/useFuturesPendingOrders.ts'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { usePendingOrders } from '../submissions/index.ts'

const refetch = () => futuresApi.util.invalidateTags([...TRADED])

/** Finds out what became of futures orders without an answer once the gateway can be asked. */
export function useUnansweredOrders(): void {
  const t = useFuturesMessages()
  const { data: contracts = [] } = useContracts()
  usePendingOrders({
    pendingOrders: useFuturesPendingOrders(),
    specOf(symbol) {
      const contract = contracts.find(({ name }) => name === symbol)
      return contract?.contractValue === null || !contract
        ? contract
        : { ...contract, sizeUnit: t('contract.contracts') }
    },
    refetch,
  })
}
