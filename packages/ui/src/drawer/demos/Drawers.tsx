import { useState } from 'react'
import { Button } from '../../button/Button.tsx'
import { Drawer } from '../Drawer.tsx'
import type { DrawerDirection } from '../drawerEdge.ts'

const directions = ['ltr', 'rtl', 'ttb', 'btt'] as const

export default function Drawers() {
  const [open, setOpen] = useState<DrawerDirection | undefined>(undefined)
  const [direction, setDirection] = useState<DrawerDirection>('rtl')
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      {directions.map((one) => (
        <Button
          key={one}
          onClick={() => {
            setDirection(one)
            setOpen(one)
          }}
        >
          {one}
        </Button>
      ))}
      <Drawer
        open={open !== undefined}
        direction={direction}
        size={direction === 'btt' ? 'auto' : '30%'}
        onOpenChange={() => setOpen(undefined)}
        title="Watch list"
        footer={<Button onClick={() => setOpen(undefined)}>Done</Button>}
      >
        <p>BTC/USDT, ETH/USDT, SOL/USDT</p>
      </Drawer>
    </div>
  )
}
