import { Tokens } from './Tokens.tsx'

export default { title: 'Design/Tokens', tags: ['!autodocs'] }

export const All = { render: () => <Tokens /> }
