import type { Messages } from '../shape.ts';

export const storage: Messages['storage'] = {
  searchAgain: 'Diese Suchergebnisse sind veraltet. Vor dem Entfernen erneut suchen.',
};
