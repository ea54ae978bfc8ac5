import { Trash2 } from 'lucide-react'
import { Button, ButtonLink, IconButton } from '@x/ui/button'
import { Icon } from '@x/ui/icon'

export function OrderButtons({
  isPlacing,
  place,
  cancel,
}: {
  readonly isPlacing: boolean
  readonly place: () => void
  readonly cancel: () => void
}) {
  return (
    <>
      <Button variant="buy" loading={isPlacing} onClick={place}>
        Buy BTC
      </Button>
      <Button disabled disabledReason="Nothing to sell">
        Sell BTC
      </Button>
      <IconButton icon={<Icon of={Trash2} />} label="Cancel the order" onClick={cancel} />
      <ButtonLink variant="ghost" href="/orders">
        All orders
      </ButtonLink>
    </>
  )
}
