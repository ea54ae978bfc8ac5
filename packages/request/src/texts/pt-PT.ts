import type { RequestTexts } from './en.ts'

export const texts: RequestTexts = {
  tip: 'Aviso',
  timeout: 'O pedido excedeu o tempo limite!',
  expired: 'Sessão expirada, inicie sessão novamente',
  loginvalid: 'Inicie sessão para aceder',
  unknow: 'O sistema está ocupado',
  notfound: 'Erro no pedido',
  forbidden: 'O pedido não é permitido',
}
