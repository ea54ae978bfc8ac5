import { useState } from 'react'
import { ActionSheet } from '@x/ui/action-sheet'
import { Button } from '@x/ui/button'

export interface PositionProps {
  readonly accounts: readonly { readonly key: string; readonly label: string }[]
  readonly act: (key: string) => void
}

export function Position({ accounts, act }: PositionProps) {
  const [shown, setShown] = useState<'actions' | 'accounts'>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const close = () => setShown(undefined)
  return (
    <>
      <Button onClick={() => setShown('actions')}>BTC position</Button>
      <Button onClick={() => setShown('accounts')}>Accounts</Button>
      <ActionSheet
        open={shown === 'actions'}
        title="BTC position"
        items={[{ key: 'close', label: 'Close at market' }]}
        onSelect={act}
        onOpenChange={close}
      />
      <ActionSheet
        open={shown === 'accounts'}
        title="Accounts"
        multiple
        items={accounts}
        value={chosen}
        onConfirm={setChosen}
        onOpenChange={close}
      />
    </>
  )
}
