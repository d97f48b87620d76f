"""python-chess plays a whole game against itself through /v1/uci.

`uci_ws_game.py URL [PLIES]` starts itself as the engine (`--bridge`), which copies lines between standard input and
output and the WebSocket, so that python-chess drives the server as it would any engine. With `--bridge URL` alone it is
an engine for any GUI. Needs the packages chess and websockets.
"""

import asyncio
import sys

import chess
import chess.engine
import chess.pgn


async def bridge(url):
    """Copies lines both ways until either side ends."""
    import websockets

    async with websockets.connect(url, max_size=None) as socket:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader(limit=1 << 20)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)

        async def upwards():
            while line := await reader.readline():
                await socket.send(line.decode().rstrip("\r\n"))
            await socket.close()

        async def downwards():
            async for line in socket:
                sys.stdout.write(line + "\n")
                sys.stdout.flush()

        tasks = [asyncio.ensure_future(upwards()), asyncio.ensure_future(downwards())]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()


def play(url, plies):
    """Plays, and fails where anything that python-chess takes for wrong is said."""
    command = [sys.executable, __file__, "--bridge", url]
    board = chess.Board()
    with chess.engine.SimpleEngine.popen_uci(command, timeout=20) as engine:
        clock = [20.0, 20.0]
        while not board.is_game_over() and board.ply() < plies:
            limit = chess.engine.Limit(
                white_clock=clock[0], black_clock=clock[1], white_inc=0.01, black_inc=0.01, time=0.05
            )
            played = engine.play(board, limit, info=chess.engine.INFO_ALL)
            if played.move not in board.legal_moves:
                raise SystemExit(f"illegal: {played.move} in {board.fen()}")
            board.push(played.move)
        with engine.analysis(board, chess.engine.Limit(time=0.2), multipv=2) as analysis:
            analysis.wait()
        print(engine.id["name"])
    print(chess.pgn.Game.from_board(board).accept(chess.pgn.StringExporter(headers=False)))
    print(f"{board.ply()} plies, {board.result(claim_draw=True)}")
    return board


if __name__ == "__main__":
    if sys.argv[1] == "--bridge":
        asyncio.run(bridge(sys.argv[2]))
    else:
        play(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 400)
