import { create } from 'zustand';

/** A voice that is dragged with the pointer, from Voices over the rail onto a block of the script. */
const type = 'application/x-voicewright-voice';

/** Whether one is under way: what takes it says so. */
export const useVoiceDrag = create<{ isDragged: boolean }>(() => ({ isDragged: false }));

export function dragVoice(data: DataTransfer, voiceId: string): void {
  useVoiceDrag.setState({ isDragged: true });
  const ended = new AbortController();
  // A drag whose source has gone with its panel ends without a word; the pointer moves again once it is over.
  for (const sign of ['dragend', 'drop', 'pointermove'])
    window.addEventListener(
      sign,
      () => {
        ended.abort();
        useVoiceDrag.setState({ isDragged: false });
      },
      { capture: true, signal: ended.signal },
    );
  data.setData(type, voiceId);
  data.effectAllowed = 'copy';
}
/** While it is over something, a drag tells its types alone. */
export const carriesVoice = (data: DataTransfer): boolean => data.types.includes(type);
export const draggedVoice = (data: DataTransfer): string => data.getData(type);
