import { TriangleAlert, Wallet } from 'lucide-react'
import { Icon } from '@x/ui/icon'

export function Balance({ free, isLow }: { readonly free: string; readonly isLow: boolean }) {
  return (
    <span>
      <Icon of={Wallet} /> {free} {isLow ? <Icon of={TriangleAlert} label="Low" /> : null}
    </span>
  )
}
