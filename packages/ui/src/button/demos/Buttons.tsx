import { Plus, Settings } from 'lucide-react'
import { Icon } from '../../icon/Icon.tsx'
import { Button } from '../Button.tsx'
import { ButtonLink } from '../ButtonLink.tsx'
import { IconButton } from '../IconButton.tsx'

const variants = ['primary', 'neutral', 'ghost', 'danger', 'buy', 'sell'] as const
const sizes = ['mini', 'small', 'standard', 'large'] as const

export default function Buttons() {
  return (
    <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
      {sizes.map((size) => (
        <div key={size} style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant === 'buy' ? 'Buy BTC' : variant === 'sell' ? 'Sell BTC' : variant}
            </Button>
          ))}
          <IconButton icon={<Icon of={Settings} />} label={`Settings ${size}`} size={size} />
        </div>
      ))}
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button variant="primary" loading>
          Place order
        </Button>
        <Button disabled>Disabled</Button>
        <Button variant="buy" disabled disabledReason="The available balance is 0.00 USDT">
          Buy BTC
        </Button>
        <Button startIcon={<Icon of={Plus} />}>Deposit</Button>
        <ButtonLink href="#markets" variant="ghost">
          All markets
        </ButtonLink>
      </div>
      <Button variant="sell" block size="large">
        Sell 0.25 BTC at market
      </Button>
    </div>
  )
}
