import { ButtonLink } from '@x/ui/button'
import { SearchX } from 'lucide-react'
import type { Contract } from '../../data/futures/contracts.ts'
import { PageMessage } from '../../lib/lazy/PageMessage.tsx'
import { useFuturesMessages } from '../../lib/messages/messages.ts'
import { Link } from '../../lib/router/Link.tsx'
import { useLocalePath } from '../../lib/router/paths.ts'

/** In the place of the terminal where an address names no contract: the way to those there are. */
export function UnknownContract({
  symbol,
  contracts,
  level = 1,
}: {
  readonly symbol: string
  readonly contracts: readonly Contract[]
  readonly level?: 1 | 2
}) {
  const t = useFuturesMessages()
  const to = useLocalePath()
  const first = contracts[0]
  return (
    <PageMessage
      level={level}
      icon={SearchX}
      action={
        first ? (
          <ButtonLink
            variant="primary"
            render={(props) => <Link {...props} to={to(`/futures/${first.symbol}`)} />}
          >
            {first.name}
          </ButtonLink>
        ) : undefined
      }
    >
      {t('contract.unknown', { symbol })}
    </PageMessage>
  )
}
