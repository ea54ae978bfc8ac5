import { Button } from '@x/ui/button'
import { Tooltip } from '@x/ui/tooltip'

export function Fee({ rate }: { readonly rate: string }) {
  return (
    <Tooltip content={`Makers pay ${rate}`}>
      <Button variant="ghost">Fee</Button>
    </Tooltip>
  )
}
