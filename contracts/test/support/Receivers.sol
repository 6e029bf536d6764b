// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @notice Takes tokens and remembers the last call.
contract GoodReceiver {
    address public lastOperator;
    address public lastFrom;
    uint256 public lastTokenId;
    bytes private _lastData;

    function lastData() external view returns (bytes memory) {
        return _lastData;
    }

    function onERC721Received(address operator, address from, uint256 tokenId, bytes calldata data)
        external
        returns (bytes4)
    {
        (lastOperator, lastFrom, lastTokenId, _lastData) = (operator, from, tokenId, data);
        return this.onERC721Received.selector;
    }
}

/// @notice Has no such function and no fallback.
contract SilentReceiver {
    uint256 public value;
}

/// @notice Answers something else.
contract OddReceiver {
    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return 0x150b7a03;
    }
}

/// @notice Reverts with what it was given.
contract RevertingReceiver {
    bytes private _reason;

    constructor(bytes memory reason) {
        _reason = reason;
    }

    fallback() external {
        bytes memory reason = _reason;
        assembly ("memory-safe") {
            revert(add(reason, 32), mload(reason))
        }
    }
}
