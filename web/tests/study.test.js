// Studying: pictures, boards that are set up by hand, links with faults, and paper.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { room, square } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** The colours of a saved picture at points, in hundredths of its width and height. */
async function colours(page, file, points) {
  const data = readFileSync(file).toString('base64');
  return page.evaluate(
    async ([data, points]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const paper = canvas.getContext('2d');
      paper.drawImage(bitmap, 0, 0);
      const at = ([x, y]) =>
        paper.getImageData((x * bitmap.width) / 100, (y * bitmap.height) / 100, 1, 1).data;
      return points.map((point) => [...at(point)]);
    },
    [data, points],
  );
}

const near = (found, wanted, what) =>
  assert.ok(
    wanted.every((value, i) => Math.abs(value - found[i]) < 45),
    `${what}: ${found}, not about ${wanted}`,
  );

test('a saved picture looks as the board does, without what only tells where to tap', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers');
  await square(page, '11').click();
  await page.getByText('Share', { exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save a picture' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'winning-moves-checkers.png');
  // A square is 11.5 hundredths wide, behind a frame of 3.9; black is at the bottom.
  const centre = (column, row) => [3.9 + 11.52 * (column + 0.5), 3.9 + 11.52 * (row + 0.5)];
  const corner = (column, row) => centre(column, row).map((at) => at + 5.2);
  const [light, dark, red, black, chosen, frame] = await colours(page, await saved.path(), [
    centre(3, 3),
    centre(4, 3),
    centre(1, 0).map((at) => at + 1.9),
    centre(0, 7).map((at) => at + 2.3),
    corner(2, 5),
    [1.5, 1.5],
  ]);
  near(light, [240, 220, 180], 'a light square');
  near(dark, [168, 113, 63], 'a dark square');
  near(red, [190, 40, 28], 'a red checker');
  near(black, [48, 45, 42], 'a black checker');
  near(chosen, [168, 113, 63], 'the square that was tapped');
  near(frame, [74, 44, 24], 'the frame');
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
