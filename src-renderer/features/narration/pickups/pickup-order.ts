import { pickupOrders, type PickupOrder } from '#shared/narration/pickups.ts';

const key = 'pickups-order';

/** The order of the list of pickups that was chosen last on this machine; the worst first where none was. May be lost without harm. */
export const lastPickupOrder = {
  get(): PickupOrder {
    try {
      const kept = localStorage.getItem(key);
      return pickupOrders.find((order) => order === kept) ?? 'worst';
    } catch {
      return 'worst';
    }
  },
  set(order: PickupOrder): void {
    try {
      localStorage.setItem(key, order);
    } catch {
      // There is no room for it, or no storage: it lasts as long as the window.
    }
  },
};
