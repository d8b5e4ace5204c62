import { stores } from '../../core/stores.ts';
import { TourStore } from './tour-store.ts';

const tourStore = new TourStore({ window: stores.window, storage: localStorage });

export const useTour = tourStore.store;
export const { startTour, nextStep, previousStep, endTour } = tourStore;
