import { useEffect } from 'react';
import { useReadyService } from '../../core/account/price.tsx';
import { learnClonePrice, useClonePrice } from './stores.ts';

/** What a clone costs at the service that answers; `undefined` until that was asked, null where nobody knows. */
export function useCloneCost(): ReturnType<typeof useClonePrice.getState>['price'] {
  const ready = useReadyService();
  useEffect(() => void learnClonePrice(), [ready]);
  return useClonePrice((state) => state.price);
}
