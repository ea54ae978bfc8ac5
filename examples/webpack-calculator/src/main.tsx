import { createRoot } from 'react-dom/client'
import '@x/ui/tokens.css'
import '@x/ui/amount-field.css'
import '@x/ui/button.css'
import '@x/ui/dialog.css'
import '@x/ui/panel.css'
import '@x/ui/slider.css'
import { Calculator } from './Calculator'

createRoot(document.getElementById('root') as HTMLElement).render(<Calculator />)
