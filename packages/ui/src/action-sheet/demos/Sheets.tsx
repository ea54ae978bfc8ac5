import { useState } from 'react'
import { Button } from '../../button/Button.tsx'
import { ActionSheet } from '../ActionSheet.tsx'
import type { SheetItem } from '../sheetReducer.ts'

const actions: readonly SheetItem[] = [
  { key: 'market', label: 'Close at market', hint: 'At the best price now' },
  { key: 'reverse', label: 'Reverse', loading: true },
  { key: 'share', label: 'Share', disabled: true },
  { key: 'cancel-all', label: 'Cancel all orders', tone: 'danger' },
]
const accounts: readonly SheetItem[] = [
  { key: 'spot', label: 'Spot' },
  { key: 'margin', label: 'Margin' },
  { key: 'futures', label: 'Futures', hint: 'Being moved', loading: true },
  { key: 'earn', label: 'Earn', disabled: true },
]

export default function Sheets() {
  const [shown, setShown] = useState<'actions' | 'accounts'>()
  const [done, setDone] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>(['spot'])
  const close = () => setShown(undefined)
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12 }}>
      <Button onClick={() => setShown('actions')}>Position</Button>
      <Button onClick={() => setShown('accounts')}>Accounts</Button>
      <output>{`${done} ${chosen.join(' ')}`}</output>
      <ActionSheet
        open={shown === 'actions'}
        title="BTC position"
        items={actions}
        onOpenChange={close}
        onSelect={(key) => {
          setDone(key)
          close()
        }}
      />
      <ActionSheet
        open={shown === 'accounts'}
        title="Show accounts"
        items={accounts}
        multiple
        value={chosen}
        onOpenChange={close}
        onConfirm={(keys) => {
          setChosen(keys)
          close()
        }}
      />
    </div>
  )
}
